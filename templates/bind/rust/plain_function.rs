
${doc}
#[inline]
pub fn ${name}(${args}) -> Result<${type}> {
${full_name}(${arg_names_first}${type_name}Options::new())
}
