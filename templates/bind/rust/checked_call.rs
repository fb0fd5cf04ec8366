${take}
${set}
${results}
check(enter(), unsafe { sys::${symbol}(${call}) })?;
${after}
Ok(${give})
