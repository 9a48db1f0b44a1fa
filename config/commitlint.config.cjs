/** Commit messages: `type(scope): imperative`. `npm run lint` checks the commits that are newer than the rule. */
const TYPES = ['feat', 'fix', 'docs', 'test', 'refactor', 'perf', 'chore', 'build', 'ci', 'revert'];

/** Verbs in the imperative that end like other forms. */
const IMPERATIVES = new Set([
	...['embed', 'exceed', 'feed', 'need', 'proceed', 'seed', 'shed', 'speed', 'succeed'],
	...[
		'address',
		'bypass',
		'compress',
		'discuss',
		'express',
		'focus',
		'guess',
		'miss',
		'pass',
		'press',
		'process',
	],
	...['bring', 'ping', 'ring', 'string'],
]);

function isImperative(subject) {
	const [verb = ''] = subject.toLowerCase().split(/[\s,:]/);
	return IMPERATIVES.has(verb) || !/^\w+(ed|ing|s)$/.test(verb);
}

module.exports = {
	defaultIgnores: false,
	ignores: [(message) => message.startsWith('Merge ')],
	parserPreset: {
		parserOpts: {
			headerPattern: /^(\w*)(?:\(([^)]*)\))?!?: (.*)$/,
			headerCorrespondence: ['type', 'scope', 'subject'],
		},
	},
	plugins: [
		{
			rules: {
				'subject-imperative': ({ subject }) => [
					isImperative(subject ?? ''),
					'the subject starts with an imperative, such as "add" and not "adds", "added" or "adding"',
				],
			},
		},
	],
	rules: {
		'header-max-length': [2, 'always', 72],
		'scope-case': [2, 'always', ['lower-case', 'kebab-case', 'camel-case']],
		'scope-empty': [2, 'never'],
		'subject-case': [2, 'never', ['sentence-case', 'start-case', 'pascal-case', 'upper-case']],
		'subject-empty': [2, 'never'],
		'subject-full-stop': [2, 'never', '.'],
		'subject-imperative': [2, 'always'],
		'type-empty': [2, 'never'],
		'type-enum': [2, 'always', TYPES],
	},
};
