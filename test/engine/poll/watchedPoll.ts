import type { IDataObject } from 'n8n-workflow';

import { HAPPENINGS, Happenings, type Happening } from '../../harness/polls/happenings';
import { PollNode } from '../pollNode';
import type { TestService } from '../sandbox';

/** Possible faults of any response. */
export const ANY_FAULT = (['status', 'drop', 'truncate', 'cut', 'html', 'empty'] as const).map((kind) => ({
	kind,
}));

/** Milliseconds that a poll may wait for a service that does not respond. */
export const BUDGET_MS = 4_000;

/** A poll trigger for one event, and the events during its polls. */
export class WatchedPoll {
	private constructor(
		private readonly event: Happening,
		readonly happenings: Happenings,
		readonly node: PollNode,
		private readonly before: number,
	) {}

	/** Starts to watch after this number of events. */
	static async from(
		service: TestService,
		event: Happening,
		before: number,
		{ most = before + 20, isDurable = false } = {},
	): Promise<WatchedPoll> {
		const happenings = new Happenings(service, most);
		happenings.happen(before);
		makeOld(service);
		const parameters = happenings.parametersOf(event);
		const node = new PollNode(parameters as IDataObject as never, service.credential(), isDurable);
		await node.activate();
		return new WatchedPoll(event, happenings, node, before);
	}

	get emitted(): string[] {
		return this.node.events.map(({ data }) => HAPPENINGS[this.event](data as never)!);
	}

	/** The expected events since the start. */
	get expected(): string[] {
		return this.happenings.happened[this.event].slice(this.before);
	}

	/** Expects each event once, also after another start of n8n. */
	async expectEachOnce(): Promise<void> {
		await this.node.poll();
		expect([...this.emitted].sort()).toEqual([...this.expected].sort());
		await this.node.restart();
		await this.node.poll();
		expect([...this.emitted].sort()).toEqual([...this.expected].sort());
	}
}

/**
 * Purchases in the same second as the start of the trigger are new to it, because the service's times have whole
 * seconds.
 */
function makeOld(service: TestService): void {
	for (const purchase of service.state.realms.get(service.realmId)!.purchases.values()) {
		const earlier = (time: string) => new Date(Date.parse(time) - 86_400_000).toISOString();
		purchase.createdAt = earlier(purchase.createdAt);
		if (purchase.finalizedAt) purchase.finalizedAt = earlier(purchase.finalizedAt);
	}
}

/** Removes an old record of each list. */
export function removeOne(service: TestService, { happened }: Happenings, index: number): void {
	const realm = service.state.realms.get(service.realmId)!;
	const memberId = happened['member.joined'][index]!;
	if (realm.members.has(memberId)) service.control.leaveMember(memberId);
	realm.purchases.delete(happened['store.purchase.completed'][index]!);
	realm.raffles.delete(happened['raffle.drawn'][index]!);
	realm.quests.delete(happened['quest.changed'][index]!);
	service.state.exports.delete(happened['export.finished'][index]!);
}
