${struct_members}
