import type { PollNode } from './pollNode';
import type { TestService } from './sandbox';

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
