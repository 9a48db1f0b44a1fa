import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';
import { TriggerNode } from '../triggerNode';

const service = useService();
withoutPauses();

let trigger: TriggerNode | undefined;
afterEach(async () => await trigger?.close());

const search = async (values: unknown) =>
	await runNode({
		credential: service.credential(),
		input: [{ values: values as string }],
		parameters: {
			resource: 'member',
			operation: 'search',
			type: 'username',
			values: typeof values === 'string' && !values.startsWith('[') ? values : '={{ $json.values }}',
		},
	});
const searched = () => service.requests.map(({ query }) => (query as { values: string }).values);

it.each([
	'ada\nbruno',
	'ada\r\nbruno\r\n',
	'ada;bruno',
	'ada; bruno',
	' ada ,\nbruno,',
	'["ada", "bruno"]',
	' [ "ada",\n "bruno" ] ',
	['ada', 'bruno'],
])('the search values %j find both members', async (values) => {
	const { items, error } = await search(values);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.username)).toEqual(['ada', 'bruno']);
	expect(searched()).toEqual(['ada,bruno']);
});

it.each(['game.won\ngame.lost', 'game.won; game.lost', '["game.won","game.lost"]', 'game.won, game.lost,'])(
	'the custom events %j are two',
	async (customEvents) => {
		trigger = new TriggerNode({ events: [], customEvents }, service.credential());
		await trigger.publish();
		const [hook] = [...service.state.realms.get(service.realmId)!.webhooks.values()].slice(-1);
		expect(hook?.events).toEqual(['game.won', 'game.lost']);
	},
);

it('a text that only looks like a list is a text', async () => {
	await search('[ada]');
	expect(searched()).toEqual(['[ada]']);
});

it('a value of a list may have a semicolon', async () => {
	await search(['a;b']);
	expect(searched()).toEqual(['a;b']);
});

it.each(['["ada", null]', '[["ada"]]', '["ada,bruno"]', '[]'])('the list %s is refused', async (values) => {
	const { error } = await search(values);
	expect(error?.message).toMatch(/^"Values" (must|is an expression that returned no value)/);
	expect(service.requests).toEqual([]);
});
