// Every day, because it searches at random. At once: test/engine/poll/pollTrigger.test.ts, test/engine/poll/polledChanges.test.ts.
import type { IDataObject } from 'n8n-workflow';

import { Random, SEED } from '../../harness/random';
import { sizeOf } from '../../harness/size';
import { PollNode, type Kill } from '../pollNode';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const STORIES = sizeOf(12, 100);
const ROUNDS = 30;
const THRESHOLD = 1_000;

const realm = () => service.state.realms.get(service.realmId)!;

/** The state of each member and quest. An empty text means a balance below the threshold. */
type Contents = ReadonlyMap<string, string>;

const copy = (cursor: IDataObject) => JSON.parse(JSON.stringify(cursor)) as IDataObject;

/** Members whose balances rise and fall, and quests whose names change back and forth. */
class World {
	readonly contents = new Map<string, string>();

	/** How often the end of a state has been seen. After that, the same state again is another event. */
	private readonly periods = new Map<string, number>();

	private readonly ended = new Set<string>();

	private readonly quests: string[] = [];

	constructor(private readonly random: Random) {
		const quest = realm().quests.get(service.ids.quests.firstSteps)!;
		for (let number = 0; number < 3; number++) {
			const id = `${number}`.repeat(24);
			realm().quests.set(id, { ...quest, id, name: 'A' });
			realm().tasks.set(id, []);
			this.quests.push(id);
			this.contents.set(id, 'A');
			this.contents.set(service.control.joinMember(`story-${number}`).id, '');
		}
	}

	isQuest(id: string): boolean {
		return this.quests.includes(id);
	}

	/** Changes some of them, each at most once. */
	async change(): Promise<void> {
		for (const [id, content] of this.contents) {
			if (this.random.below(3) > 0) continue;
			const next = this.isQuest(id) ? this.random.pick(['A', 'B', 'C']) : content ? '' : 'above';
			if (next === content) continue;
			this.contents.set(id, next);
			if (content) this.ended.add(`${id} ${content}`);
			if (this.isQuest(id)) realm().quests.get(id)!.name = next;
			else await this.award(id, next ? THRESHOLD : -THRESHOLD);
		}
	}

	/** The event of a present state. After a visible change, the same state is another event. */
	eventOf(id: string): string {
		const state = `${id} ${this.contents.get(id)!}`;
		return `${state} ${this.periods.get(state) ?? 0}`;
	}

	/** An observer who knows the earlier states looks at the present ones. */
	look(known: Contents): void {
		for (const [id, content] of known) {
			const state = `${id} ${content}`;
			if (content === this.contents.get(id) || !this.ended.delete(state)) continue;
			this.periods.set(state, (this.periods.get(state) ?? 0) + 1);
		}
	}

	private async award(id: string, amount: number): Promise<void> {
		const url = `${service.baseUrl}/api/v1/realms/${service.realmId}/members/${id}/balance`;
		const headers = {
			authorization: `Bearer ${service.keys.admin}`,
			'content-type': 'application/json',
		};
		const { status } = await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ amount }) });
		expect(status).toBe(200);
	}
}

/** A trigger, the states that its position knows, and its expected events. */
class Observer {
	readonly expected = new Set<string>();

	/** The event IDs of each event. */
	readonly ids = new Map<string, Set<string>>();

	readonly node = new PollNode(
		{ events: ['balance.reached', 'quest.changed'], threshold: THRESHOLD },
		service.credential(),
		true,
	);

	/** The states that the process knows. `stored` has those that remain after a kill, without the last emission. */
	private known: Contents = new Map();

	private stored: Contents = new Map();

	private read = 0;

	private readonly saved: Array<{ stored: Contents; data: IDataObject; cursor: IDataObject }> = [];

	constructor(private readonly world: World) {}

	async begin(): Promise<void> {
		await this.node.activate();
		this.known = new Map(this.world.contents);
		this.stored = this.known;
		await this.poll();
	}

	async poll(kill?: Kill): Promise<void> {
		const { known, stored, found } = this.look();
		await this.node.poll(kill);
		// A killed poll loses its findings, and the next poll finds them, if the stored position does not know them.
		if (kill) return await this.restart();
		this.note(found);
		[this.known, this.stored] = [known, stored];
		const { stored: data, cursor } = this.node;
		this.saved.push({ stored, data: copy(data), cursor: copy(cursor!) });
	}

	/** n8n starts with an older position. */
	async restore(random: Random): Promise<void> {
		const { stored, data, cursor } = this.saved[random.below(this.saved.length)]!;
		this.stored = stored;
		// A cursor is empty until the trigger emits. Until then its start is in the workflow's static data.
		this.node.stored = copy(data);
		this.node.cursor = copy(cursor);
		await this.restart();
	}

	private async restart(): Promise<void> {
		this.known = this.stored;
		const isBeginning = this.node.cursor?.positions === undefined;
		const { known, stored, found } = this.look();
		await this.node.restart();
		this.note(found);
		// n8n stores a cursor at its start only with an execution. Before the first cursor it stores the static data.
		if (found.length > 0 || isBeginning) [this.known, this.stored] = [known, stored];
	}

	/** The expected findings of a poll, and the known states after it. */
	private look(): { known: Contents; stored: Contents; found: string[] } {
		const { contents } = this.world;
		const isNew = (id: string) => contents.get(id) !== '' && contents.get(id) !== this.known.get(id);
		const changed = [...contents.keys()].filter(isNew);
		const found = changed.map((id) => this.world.eventOf(id));
		this.world.look(this.known);
		const isOfFound = (id: string) =>
			changed.some((one) => this.world.isQuest(one) === this.world.isQuest(id));
		const stored = [...contents].map(([id, content]): [string, string] =>
			isOfFound(id) ? [id, this.known.get(id)!] : [id, content],
		);
		return { known: new Map(contents), stored: new Map(stored), found };
	}

	/** Records the output and the expected events. */
	private note(found: readonly string[]): void {
		for (const event of found) this.expected.add(event);
		for (const { eventId, data } of this.node.events.slice(this.read)) {
			const { member, quest } = data as Record<string, { id: string } | undefined>;
			const event = this.world.eventOf((member ?? quest)!.id);
			this.ids.set(event, (this.ids.get(event) ?? new Set()).add(eventId as string));
		}
		this.read = this.node.events.length;
	}
}

it.each(Array.from({ length: STORIES }, (_, number) => SEED + number))(
	'two triggers give each event the same ID, and lose none, whatever position n8n starts with (seed %s)',
	async (seed) => {
		const random = new Random(seed);
		const world = new World(random);
		const observers = [new Observer(world), new Observer(world)];
		await observers[0]!.begin();
		for (let round = 0; round < ROUNDS; round++) {
			await world.change();
			if (round === 5) await observers[1]!.begin();
			for (const observer of observers.slice(0, round < 5 ? 1 : 2)) {
				if (random.below(6) === 0) await observer.restore(random);
				await observer.poll(random.below(6) === 0 ? 'beforeTheExecution' : undefined);
			}
		}
		const idsOf = new Map<string, Set<string>>();
		for (const { ids, expected, node } of observers) {
			expect([...expected].filter((event) => !ids.has(event))).toEqual([]);
			// Repeated findings after an older position are dropped.
			expect(node.events).toHaveLength(ids.size);
			for (const [event, found] of ids) {
				idsOf.set(event, new Set([...(idsOf.get(event) ?? []), ...found]));
			}
		}
		expect([...idsOf.values()].filter(({ size }) => size > 1)).toEqual([]);
		expect(new Set([...idsOf.values()].flatMap((ids) => [...ids])).size).toBe(idsOf.size);
	},
);
