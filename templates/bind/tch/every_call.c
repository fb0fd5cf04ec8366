
static void call_${name}(tensor *out)
{
	(void)out;
	(void)${name}(${out_empty}${empty});
}
