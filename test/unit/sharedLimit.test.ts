// Falls with nodes/RewardsEngagement/api/gate.ts.

import { Readable } from 'node:stream';

import { Client } from '../../nodes/RewardsEngagement/api/client';
import { gates } from '../../nodes/RewardsEngagement/api/gate';
import type { ApiContext } from '../../nodes/RewardsEngagement/api/http';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { OperationRequest } from '../../nodes/RewardsEngagement/api/request';
import type { ServiceError } from '../../sandbox/base/errors';
import { RateLimiter } from '../../sandbox/base/rateLimit';

/** The lowest limit of the service. */
const LIMIT = 24;
const AWARDS = 480;
/** Milliseconds of a request until the service counts it, and until its response arrives. */
const ON_THE_WAY = 5;

const award: OperationRequest = { method: 'POST', path: path`/awards`, policy: { effect: 'once' } };
const sleep = async (time: number) => await new Promise((resolve) => setTimeout(resolve, time));

beforeEach(() => gates.clear());

interface Sharing {
	processes: number;
	windowSeconds: number;
	/** Milliseconds by which all processes but the first start later. */
	late: number;
}

/** Sends awards from processes that do not know of each other, one at a time in each. */
async function share({ processes, windowSeconds, late }: Sharing) {
	const service = new RateLimiter({ limit: LIMIT, windowSeconds });
	const respond = () => {
		try {
			return { statusCode: 200, headers: service.take('realm') };
		} catch (error) {
			return { statusCode: 429, headers: { ...(error as ServiceError).headers } };
		}
	};
	const failed: string[] = [];
	const began = performance.now();
	const work = async (process: number) => {
		await sleep(process === 0 ? 0 : late + 20 * process);
		const context = {
			// Each address has a separate limiter, as each process has.
			getCredentials: () =>
				Promise.resolve({ baseUrl: `http://${process}.example`, apiKey: 'key-9f8e7d6c', realmId: 'r1' }),
			helpers: {
				httpRequestWithAuthentication: async () => {
					await sleep(ON_THE_WAY);
					const response = respond();
					await sleep(ON_THE_WAY);
					return { ...response, body: Readable.from([Buffer.from('{}')]) };
				},
			},
		} as unknown as ApiContext;
		const client = await Client.open(context);
		for (let number = process; number < AWARDS; number += processes) {
			await client.send(award).catch((error: Error) => failed.push(`${number}: ${error.message}`));
		}
	};
	await Promise.all(Array.from({ length: processes }, (_, process) => work(process)));
	return { failed, windows: (performance.now() - began) / (windowSeconds * 1_000) };
}

const starts = [0, 300, 2_000].flatMap((late) => [4, 8].map((processes) => [processes, late] as const));

it.each(starts)(
	'%i processes share 24 requests a minute, and none starves when the others start %i ms later',
	async (processes, late) => {
		const { failed, windows } = await share({ processes, late, windowSeconds: 60 });
		expect(failed).toEqual([]);
		expect(windows).toBeLessThan((AWARDS / LIMIT - 1) * 1.05);
	},
);

it.each(starts)(
	'%i processes share 24 requests in 5 s, and none starves when the others start %i ms later',
	async (processes, late) => {
		const { failed, windows } = await share({ processes, late, windowSeconds: 5 });
		expect(failed).toEqual([]);
		expect(windows).toBeLessThan((AWARDS / LIMIT - 1) * 1.15);
	},
);
