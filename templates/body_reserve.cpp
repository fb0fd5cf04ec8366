ct::reserve_for(${results});
