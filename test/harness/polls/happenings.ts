import type { Service } from '../../../sandbox/service';
import { EVERY_TEN_SECONDS } from '../workflows/nodes';

/** The record in `data` of a polled event. */
type Data = Record<string, { id?: string; jobId?: string } | undefined>;

/**
 * The events of the poll trigger, with a function for the id of the record in its data. Anniversaries and inactivity
 * need days to pass, and one change of a rank is several events.
 */
export const HAPPENINGS = {
	'member.joined': ({ member }: Data) => member?.id,
	'member.referred': ({ member }: Data) => member?.id,
	'member.returned': ({ member }: Data) => member?.id,
	'member.updated': ({ member }: Data) => member?.id,
	'balance.changed': ({ member }: Data) => member?.id,
	'store.purchase.completed': ({ purchase }: Data) => purchase?.id,
	'store.purchase.finalized': ({ purchase }: Data) => purchase?.id,
	'raffle.drawn': ({ raffle }: Data) => raffle?.id,
	'quest.changed': ({ quest }: Data) => quest?.id,
	'balance.reached': ({ member }: Data) => member?.id,
	'export.finished': ({ job }: Data) => job?.jobId,
} as const;

export type Happening = keyof typeof HAPPENINGS;

export const ALL_HAPPENINGS = Object.keys(HAPPENINGS) as Happening[];

/** The reward of the first quest. It takes a new member to the threshold. */
const REWARD = 50;

const LONG_AGO = '2020-01-01T00:00:00.000Z';

const idOf = (kind: string, number: number) => kind + number.toString(16).padStart(22, '0');

/** Causes events in the sandbox's realm, one at a time for every event of the poll trigger. */
export class Happenings {
	/** The affected records by event, in order. */
	readonly happened: Readonly<Record<Happening, string[]>> = {
		'member.joined': [],
		'member.referred': [],
		'member.returned': [],
		'member.updated': [],
		'balance.changed': [],
		'store.purchase.completed': [],
		'store.purchase.finalized': [],
		'raffle.drawn': [],
		'quest.changed': [],
		'balance.reached': [],
		'export.finished': [],
	};

	private readonly jobIds: string[];

	/**
	 * Prepares the records: raffles before the draw, running jobs, quests to change, and members who were away.
	 *
	 * @param most the highest number of times
	 */
	constructor(
		private readonly service: Service,
		most: number,
	) {
		const { members, quests, raffles, storeItems, tasks } = this.realm;
		const { exports } = service.state;
		const badge = storeItems.get(service.ids.storeItems.badge)!;
		Object.assign(badge, { price: 0, stock: null, maxPerUser: null });
		const raffle = raffles.get(service.ids.raffle)!;
		const job = exports.get(service.ids.exports.stalled)!;
		const quest = quests.get(service.ids.quests.firstSteps)!;
		const away = { ...members.get(service.ids.members.ada)!, joinedAt: LONG_AGO, lastActive: LONG_AGO };
		for (let number = 0; number < most; number++) {
			members.set(idOf('ae', number), { ...away, id: idOf('ae', number) });
			const id = idOf('aa', number);
			raffles.set(id, { ...raffle, id, ticketPrice: 0, maxTickets: null, entries: [] });
			const jobId = idOf('ab', number);
			exports.set(jobId, { ...job, jobId, records: [] });
			if (number % 2 === 0) continue;
			quests.set(idOf('ac', number), { ...quest, id: idOf('ac', number), name: `Quest ${number}` });
			tasks.set(idOf('ac', number), []);
		}
		this.jobIds = Array.from({ length: most }, (_, number) => idOf('ab', number));
	}

	/** The number of times so far. */
	get count(): number {
		return this.happened['member.joined'].length;
	}

	/** The parameters of a poll trigger for one of the events. */
	parametersOf(event: Happening): Record<string, unknown> {
		return {
			pollTimes: EVERY_TEN_SECONDS,
			events: [event],
			...(event === 'balance.reached' && { threshold: REWARD }),
			...(event === 'export.finished' && { jobIds: this.jobIds.join(',') }),
		};
	}

	/**
	 * Each time a member with a referral joins, completes a quest, buys, and wins a raffle. Another member returns under
	 * another name. A quest is added or changed, and a job ends.
	 */
	happen(times: number): void {
		for (let time = 0; time < times; time++) this.happenOnce();
	}

	private get realm() {
		return this.service.state.realms.get(this.service.realmId)!;
	}

	private happenOnce(): void {
		const { control, ids, state } = this.service;
		const number = this.count;
		const { id: memberId } = control.joinMember(`polled-${number}`, ids.members.ada);
		control.completeQuest(ids.quests.firstSteps, memberId);
		const purchase = control.buyItem(ids.storeItems.badge, memberId);
		const now = new Date().toISOString();
		Object.assign(purchase, { status: 'completed', isFinalized: true, finalizedAt: now });
		const raffleId = idOf('aa', number);
		control.buyTickets(raffleId, memberId, 1);
		control.drawRaffle(raffleId);
		const jobId = idOf('ab', number);
		Object.assign(state.exports.get(jobId)!, { fate: 'finish', progress: 100, completedAt: now });

		const awayId = idOf('ae', number);
		control.noteActivity(awayId);
		this.realm.members.get(awayId)!.displayName = `Back ${number}`;

		const { happened } = this;
		happened['member.joined'].push(memberId);
		happened['member.referred'].push(memberId);
		happened['member.returned'].push(awayId);
		happened['member.updated'].push(awayId);
		happened['balance.changed'].push(memberId);
		happened['balance.reached'].push(memberId);
		happened['store.purchase.completed'].push(purchase.id);
		happened['store.purchase.finalized'].push(purchase.id);
		happened['raffle.drawn'].push(raffleId);
		happened['export.finished'].push(jobId);
		happened['quest.changed'].push(this.changeQuest(number));
	}

	private changeQuest(number: number): string {
		const { quests, tasks } = this.realm;
		const id = idOf('ac', number);
		const quest = quests.get(id);
		if (quest) quest.name = `Another quest ${number}`;
		else {
			quests.set(id, { ...quests.get(this.service.ids.quests.firstSteps)!, id, name: `New ${number}` });
			tasks.set(id, []);
		}
		return id;
	}
}
