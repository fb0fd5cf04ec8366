
    /**
    ${doc}
     */
    ${name}: { new (${type_required}${type_class_options}): ${family}; new (${type_required}${type_optional}): ${family} };