import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { keyOf } from '../../nodes/RewardsEngagement/declare/registry';
import { declaredFields } from '../../nodes/RewardsEngagement/declare/response';
import { fieldsForPeople, formedRecord } from '../../nodes/RewardsEngagement/declare/resultForm';
import { modelFields, simplifiedFields } from '../../nodes/RewardsEngagement/shared/record';
import { outputSchemas } from '../../scripts/lib/derived/outputSchemas';

const records = registry.operations.flatMap((operation) => {
	const record = formedRecord(operation.response);
	return record ? [[keyOf(operation), record] as const] : [];
});
const simplified = records.filter(([, record]) => simplifiedFields(record));

it.each(records)('the record of %s has a simplified form if it has more than ten fields', (_name, record) => {
	if ((declaredFields(record) ?? []).length > 10) expect(simplifiedFields(record)).toBeDefined();
});

describe.each(simplified)('the simplified form of %s', (name, record) => {
	const names = simplifiedFields(record)!;
	const declared = declaredFields(record)!;

	const forModels = modelFields(record)!;
	const operation = registry.remoteOperations.find((one) => keyOf(one) === name)!;
	const shown = fieldsForPeople(operation)!;

	it.each([
		['people', names],
		['models', forModels],
	])('has ten fields at the most for %s, each once, all of the record', (_whom, fields) => {
		expect(fields.length).toBeLessThanOrEqual(10);
		expect(new Set(fields).size).toBe(fields.length);
		expect(fields.filter((field) => !declared.includes(field))).toEqual([]);
	});

	it('shows people, beside those, what the operation can set, and nothing else', () => {
		const { effect, parameters, additionalFields, updateFields } = operation;
		const settable = Object.keys({ ...parameters, ...additionalFields, ...updateFields });
		const isSet = (field: string) => effect !== 'read' && settable.includes(field);
		const first = shown.slice(0, names.length);
		expect([...first].sort()).toEqual([...names].sort());
		expect([...shown].sort()).toEqual(
			declared.filter((field) => names.includes(field) || isSet(field)).sort(),
		);
	});

	it('begins with what identifies the record, and drops no identifier of its own', () => {
		expect(names[0]).toMatch(/^id$|Id$|^contractAddress$/);
		expect(forModels[0]).toBe(names[0]);
		if (declared.includes('id')) for (const fields of [names, forModels]) expect(fields).toContain('id');
	});

	it('holds nothing that a model must not be handed unasked', () => {
		const personal = /mail|wallet|credential|metadata|note|secret|url$|about/i;
		expect(forModels.filter((field) => personal.test(field))).toEqual(
			forModels.includes('imageUrl') ? ['imageUrl'] : [],
		);
	});

	it('is what the editor shows before the first run, in its order', () => {
		const file = [...outputSchemas()].find(([path]) => path.endsWith(`/${name.replace('.', '/')}.json`))!;
		const { response } = operation;
		const held = 'holds' in response ? response.holds?.field : undefined;
		const schema = held === undefined ? file[1] : (file[1].properties?.[held] as (typeof file)[1]);
		expect(Object.keys(schema.properties ?? {})).toEqual([...shown]);
	});

	it('can be turned off, or chosen from by an agent', () => {
		const { parameters } = operation;
		expect(parameters.simplify?.property).toMatchObject({ displayName: 'Simplify', default: true });
		const options = parameters.fields?.property.options as Array<{ value: string }>;
		expect([names[0], ...options.map(({ value }) => value)].sort()).toEqual([...declared].sort());
	});
});

/**
 * The fields of each record that a model gets by default. They are written by hand, so that no personal field reaches
 * a model by accident. Add one only if every owner of an agent would want it there.
 */
const FOR_MODELS: Readonly<Record<string, string>> = {
	'collection.get': 'contractAddress chain name description totalSupply floorPrice volume marketCap image id',
	'currency.*': 'id name emoji default archived ownership shareStatus realmId createdAt updatedAt',
	'export.*': 'jobId id status progress error fileName fileSize totalRecords completedAt expiresAt',
	'member.*':
		'id username displayName balances joinedAt lastActive hasRealmActivity referralId imageUrl realmMemberId',
	'raffle.*': 'id item status ticketPrice currencyId maxTickets winnerCount startDate endDate winners',
	'realm.get': 'id name description subdomain published verified level premiumLevel createdAt updatedAt',
	'storeItem.getAffordable': 'id name price affordable missing balance currencyId realmPoint stock item',
	'task.*': 'id questId name type description config triggers conditions actions fromTransitions',
};

it.each(simplified)(
	'a model gets of %s what this table allows, also where people get more',
	(name, record) => {
		const allowed = FOR_MODELS[name] ?? FOR_MODELS[name.replace(/\..*/, '.*')];
		expect(modelFields(record)!.join(' ')).toBe(allowed);
	},
);

/** Whether an operation creates or changes a record. */
const changes = registry.remoteOperations.filter(
	({ name, updateFields }) => updateFields !== undefined || /^(create|update)/.test(name),
);

it.each(changes.map((operation) => [keyOf(operation), operation] as const))(
	'the item of %s shows each value that it sets and that its answer can hold',
	(_name, operation) => {
		const { response, parameters, additionalFields, updateFields } = operation;
		if (response.kind === 'done') {
			expect(response.sets).toEqual(['metadata']);
			return;
		}
		const declared = declaredFields(response.record)!;
		const shown = fieldsForPeople(operation) ?? declared;
		const set = Object.keys({ ...parameters, ...additionalFields, ...updateFields });
		expect(set.filter((field) => declared.includes(field) && !shown.includes(field))).toEqual([]);
	},
);
