import { issuer } from '../../sandbox/base/ledger';
import { startService, type Service } from '../../sandbox/service';
import type { Preparation, ServiceReport } from './serviceProcess';

const DAY_SECONDS = 86_400;

/** The sandbox service in a separate process, so that its work does not count as that of the node. */
async function main(): Promise<void> {
	const service = await startService();
	process.on('message', (message: Preparation | 'report') => {
		const reply = (answer: unknown) => process.send?.(answer);
		if (message === 'report') reply(report(service));
		else void prepare(service, message).then(() => reply({ ready: true }));
	});
	process.once('disconnect', () => process.exit());
	const { baseUrl, realmId, keys, ids } = service;
	process.send?.({ baseUrl, realmId, apiKey: keys.admin, ids });
}

async function prepare(service: Service, { latency, rateLimit, nfts = 0 }: Preparation): Promise<void> {
	await service.control.reset();
	const [known] = service.state.nfts;
	if (!known) throw new Error('The sandbox has no NFT to copy.');
	for (let number = 0; number < nfts; number++) {
		service.state.nfts.push({ ...known, id: `bench-${number}`, tokenId: `bench-${number}` });
	}
	// No one runs out of money here, however much a node sends.
	const realm = service.state.realms.get(service.realmId);
	realm?.ledger.move({
		currencyId: service.ids.currencies.stars,
		from: issuer,
		to: service.ids.members.bonusPool,
		amount: 1_000_000_000,
		memo: 'Bench',
		at: new Date(Date.now() - 100 * DAY_SECONDS * 1000),
	});
	if (latency) service.control.addFault({ operation: '*', kind: 'delay', delay: latency });
	service.control.setRateLimit(rateLimit);
}

function report({ requests, control, contractViolations }: Service): ServiceReport {
	const statuses: Record<string, number> = {};
	for (const { status } of requests) statuses[String(status)] = (statuses[String(status)] ?? 0) + 1;
	const { entries, sum } = control.ledger();
	const amountsOf = (kind: string) => entries.filter(({ memo }) => memo === kind).map(({ amount }) => amount);
	return {
		requests: requests.length,
		statuses,
		transfers: amountsOf('Transfer'),
		awards: amountsOf('Award'),
		ledgerSum: sum,
		problems: contractViolations.map(({ where, problem }) => `${where}: ${problem}`),
	};
}

void main();
