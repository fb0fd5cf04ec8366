
${doc}
#[inline]
pub fn ${name}(${self}${rest}) -> Result<${type}> {
self.${full_name}(${rest_names_first}${type_name}Options::new())
}
