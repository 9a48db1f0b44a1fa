import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { keyOf } from '../../nodes/RewardsEngagement/run/registry';
import { declaredFields } from '../../nodes/RewardsEngagement/run/response';
import { formedRecord } from '../../nodes/RewardsEngagement/run/simplifiedForm';
import { simplifiedFields } from '../../nodes/RewardsEngagement/shared/record';
import { outputSchemas } from '../../scripts/lib/derived/outputSchemas';

const records = registry.operations.flatMap((operation) => {
	const record = formedRecord(operation.response);
	return record ? [[keyOf(operation), record] as const] : [];
});
const simplified = records.filter(([, record]) => simplifiedFields(record));

it.each(records)('the record of %s has a simplified form if it has more than ten fields', (_name, record) => {
	if ((declaredFields(record) ?? []).length > 10) expect(simplifiedFields(record)).toBeDefined();
});

it('there are short forms', () => expect(simplified.length).toBeGreaterThanOrEqual(6));

describe.each(simplified)('the simplified form of %s', (name, record) => {
	const names = simplifiedFields(record)!;
	const declared = declaredFields(record)!;

	it('has ten fields at the most, each once, all of the record', () => {
		expect(names.length).toBeLessThanOrEqual(10);
		expect(new Set(names).size).toBe(names.length);
		expect(names.filter((field) => !declared.includes(field))).toEqual([]);
	});

	it('begins with what identifies the record, and drops no identifier of its own', () => {
		expect(names[0]).toMatch(/^id$|Id$|^contractAddress$/);
		if (declared.includes('id')) expect(names).toContain('id');
	});

	it('holds nothing that a model must not be handed unasked', () => {
		expect(names.filter((field) => /mail|wallet|credential|note|secret|url$|about/i.test(field))).toEqual(
			names.includes('imageUrl') ? ['imageUrl'] : [],
		);
	});

	it('is what the editor shows before the first run, in its order', () => {
		const file = [...outputSchemas()].find(([path]) => path.endsWith(`/${name.replace('.', '/')}.json`))!;
		const { response } = registry.operations.find((operation) => keyOf(operation) === name)!;
		const held = 'holds' in response ? response.holds?.field : undefined;
		const shown = held === undefined ? file[1] : (file[1].properties?.[held] as (typeof file)[1]);
		expect(Object.keys(shown.properties ?? {})).toEqual([...names]);
	});

	it('can be turned off, or chosen from by an agent', () => {
		const { parameters } = registry.operations.find((operation) => keyOf(operation) === name)!;
		expect(parameters.simplify?.property).toMatchObject({ displayName: 'Simplify', default: true });
		const options = parameters.fields?.property.options as Array<{ value: string }>;
		expect([names[0], ...options.map(({ value }) => value)].sort()).toEqual([...declared].sort());
	});
});

it('a record of ten fields is given as it is', () => {
	expect(registry.find({ resource: 'nft', name: 'getBalance' })!.parameters).not.toHaveProperty('simplify');
});
