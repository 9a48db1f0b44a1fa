/** The style rules of our prose. `npm run lint` checks documents, comments, messages and the notes of the examples. */
const path = require('node:path');

const own = (name) => path.join(__dirname, '../scripts/lib/prose', name);

module.exports = {
	plugins: { [own('textlint-plugin-code.cjs')]: true },
	rules: {
		[own('textlint-rule-plain-sentences.cjs')]: { maximum: 25 },
		'textlint-rule-terminology': {
			defaultTerms: false,
			skip: [],
			terms: require('../scripts/lib/prose/terms.cjs'),
		},
	},
};
