  type ${name} = torch.Module;
