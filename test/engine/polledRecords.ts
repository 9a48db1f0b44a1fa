import type { INodeParameters } from 'n8n-workflow';

import type { FaultRequest } from '../../sandbox/faults/fault';
import type { ServiceOptions } from '../../sandbox/service';
import { useSteadyClock } from '../harness/clock';
import { PollNode } from './pollNode';
import { processedValues } from './processedValues';
import { useService, withoutPauses, type TestService } from './sandbox';

/** An ISO time that is this many seconds after now, or before it if negative. */
export const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** Moves the clock by minutes. */
export const pass = (minutes: number) => jest.setSystemTime(Date.now() + minutes * 60_000);

/** The realm of a service, where tests change records as the service would. */
export const realmOf = ({ state, realmId }: TestService) => state.realms.get(realmId)!;

/** A new member, who by default joins now. */
export function join(service: TestService, joinedAt = at(0)): string {
	const { members } = realmOf(service);
	const { id } = service.control.joinMember(`joiner-${members.size}`);
	members.get(id)!.joinedAt = joinedAt;
	return id;
}

/** A new purchase, by default made now. */
export function buy(service: TestService, createdAt = at(0)): string {
	const { badge } = service.ids.storeItems;
	Object.assign(realmOf(service).storeItems.get(badge)!, { price: 0, stock: null, maxPerUser: null });
	const purchase = service.control.buyItem(badge, service.ids.members.ada);
	return Object.assign(purchase, { createdAt }).id;
}

/** Hides a record of the service, as a replica that is behind. The returned function shows it again. */
export function hide(records: ReadonlyMap<string, object>, id: string): () => void {
	const all = records as Map<string, object>;
	const record = all.get(id)!;
	all.delete(id);
	return () => void all.set(id, record);
}

/** The IDs of the records that a trigger emitted, in order. */
export const emittedIds = (node: PollNode, name: 'member' | 'purchase' | 'quest' | 'raffle') =>
	node.events.map(({ data }) => (data as Record<string, { id: string }>)[name]!.id);

/** The next leaderboard has these members, on two pages. */
export function showLeaderboard(
	{ control }: TestService,
	first: object[],
	second: object[],
	endCursor: string,
): void {
	control.clearFaults();
	const show = (data: object[], meta: object) =>
		control.addFault({
			operation: 'member.getLeaderboard',
			kind: 'status',
			status: 200,
			times: 1,
			body: { data, meta },
		});
	show(first, { hasNextPage: true, endCursor });
	show(second, { hasNextPage: false });
}

/** A service for the tests of a file, in whose realm records appear and change, and the triggers that poll it. */
export function usePolledRealm(options: ServiceOptions = {}) {
	useSteadyClock();
	const service = useService(options);
	withoutPauses();
	beforeEach(() => processedValues.clear());
	let count = 0;
	const trigger = (parameters: INodeParameters, isDurable = false) =>
		new PollNode(parameters, service.credential(), isDurable);
	return {
		service,
		realm: () => realmOf(service),
		fault: (more: Partial<FaultRequest>) =>
			service.control.addFault({ operation: '*', kind: 'status', ...more }),
		/** The operations of the requests since there were this many. */
		askedSince: (before: number) => service.requests.slice(before).map(({ operationId }) => operationId),
		/** A new member, who by default joins now, and after the one before. */
		join: (joinedAt = at(count++ / 1000)) => join(service, joinedAt),
		/** A purchase, by default made now, which is not finalized. */
		buy: (createdAt = at(0)): string => {
			const id = buy(service, createdAt);
			const purchase = realmOf(service).purchases.get(id)!;
			Object.assign(purchase, { isFinalized: false, status: 'pending' });
			delete purchase.finalizedAt;
			return id;
		},
		finalize: (id: string, finalizedAt = at(0)) =>
			Object.assign(realmOf(service).purchases.get(id)!, {
				isFinalized: true,
				finalizedAt,
				status: 'completed',
			}),
		trigger,
		/** A published trigger for one event. */
		start: async (event: string, parameters: INodeParameters = {}): Promise<PollNode> => {
			const node = trigger({ events: [event], ...parameters });
			await node.activate();
			return node;
		},
	};
}
