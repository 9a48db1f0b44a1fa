import net from 'node:net';

/** A TCP port of the loopback interface that was free a moment ago. */
export async function freePort(): Promise<number> {
	return await listen(0);
}

/** True when a server could listen on `port` of the loopback interface. */
export async function isPortFree(port: number): Promise<boolean> {
	return await listen(port).then(
		() => true,
		() => false,
	);
}

async function listen(port: number): Promise<number> {
	return await new Promise((resolve, reject) => {
		const server = net.createServer();
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			const address = server.address();
			const bound = typeof address === 'object' && address ? address.port : port;
			server.close(() => resolve(bound));
		});
	});
}
