  type ${name} = torch.${family};
