
    /**
    ${doc}
     */
    ${name}: { new (${type_required}${type_class_options}): Module; new (${type_required}${type_optional}): Module };