ct::share(${arg}, ${result});
