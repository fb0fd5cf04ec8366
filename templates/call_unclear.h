#define CT_OP_${base}(...)
	__extension__({
		_Static_assert(0, "name the overload: ${overloads}");
		(ct_error)0;
	})
