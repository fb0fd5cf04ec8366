ct::share(CT_HERE, ${arg}, ${result});
