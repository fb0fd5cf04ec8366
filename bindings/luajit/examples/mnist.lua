-- mnist.lua [EPOCHS] FOLDER: trains a perceptron on the images of MNIST or Fashion-MNIST, as
-- examples/fashion_mnist.c of libctorch does; both print the same losses for the same seed.
local torch = require "ctorch"
local nn, optim, lr_scheduler = torch.nn, torch.optim, torch.lr_scheduler

local epochs, folder = 3, arg[1]
if arg[2] then epochs, folder = tonumber(arg[1]), arg[2] end
if not folder or not epochs then
	io.stderr:write "usage: luajit mnist.lua [EPOCHS] FOLDER: one with the four IDX files of MNIST\n"
	os.exit(2)
end

local function load(train, options)
	return torch.data_loader_new(torch.tensor_dataset_new { torch.mnist_load(folder, train) }, options)
end

local function scale(pixels)
	return pixels:to_dtype(torch.float32) / 255
end

local train = load(true, { batch_size = 128, shuffle = true })
local test = load(false, { batch_size = 1000 })
torch.manual_seed(1)
local net = nn.Sequential(nn.Flatten(), nn.Linear(28 * 28, 256), nn.ReLU(), nn.Linear(256, 10))
local optimizer = optim.Adam(net)
local scheduler = lr_scheduler.CosineAnnealingLR(optimizer, epochs)

local function train_epoch()
	local sum, seen = 0, 0
	for batch in train:batches() do
		local loss = torch.nn.cross_entropy(net(scale(batch.data)), batch.target)
		optimizer:minimize(loss)
		sum, seen = sum + loss:item_double() * batch.size, seen + batch.size
	end
	return sum / seen
end

local function accuracy()
	local right, seen = 0, 0
	net:eval()
	for batch in test:batches() do
		local found = torch.argmax(net(scale(batch.data)), { dim = 1 })
		right = right + found:eq_tensor(batch.target):sum():item_double()
		seen = seen + batch.size
	end
	net:train(true)
	return right / seen
end

for epoch = 1, epochs do
	local loss = train_epoch()
	scheduler:step()
	print(("epoch %d of %d: loss %.3f, test accuracy %.2f %%"):format(epoch, epochs, loss,
		100 * torch.no_grad(accuracy)))
end
