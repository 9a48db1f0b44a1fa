import { createHmac, randomBytes } from 'node:crypto';

import { verifySignature } from '../../../nodes/RewardsEngagement/resources/event/signature';
import { answer, type SignatureResult, type SignatureTask } from './task';

type Check = (body: Buffer, header: string, secret: string) => boolean;

/** The check in a Code node or a small script. */
const plain: Check = (body, header, secret) =>
	`sha256=${createHmac('sha256', secret).update(body).digest('hex')}` === header;

/** Times both checks in turn, in batches, with the same body. */
answer(async ({ size, batch, pairs }: SignatureTask): Promise<SignatureResult> => {
	const body = randomBytes(size);
	const secret = randomBytes(32).toString('hex');
	const header = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

	const time = (check: Check) => {
		const startedAt = performance.now();
		for (let round = 0; round < batch; round++) {
			if (!check(body, header, secret)) throw new Error('A genuine signature was refused.');
		}
		return ((performance.now() - startedAt) * 1000) / batch;
	};
	for (let round = 0; round < 3; round++) for (const check of [verifySignature, plain]) time(check);
	const result: SignatureResult = { ours: [], theirs: [] };
	for (let pair = 0; pair < pairs; pair++) {
		// The second check has warm caches, so the two take turns.
		if (pair % 2 === 0) result.ours.push(time(verifySignature));
		result.theirs.push(time(plain));
		if (pair % 2 === 1) result.ours.push(time(verifySignature));
	}
	return result;
});
