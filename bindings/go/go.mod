module gotorch

go 1.19
