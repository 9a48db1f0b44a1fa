/** What this project does not write, each with what it writes. A space matches the end of a line in a comment too. */
const AMERICAN = {
	behaviour: 'behavior',
	behaviours: 'behaviors',
	catalogue: 'catalog',
	centre: 'center',
	colour: 'color',
	colours: 'colors',
	favour: 'favor',
	fulfil: 'fulfill',
	fulfilment: 'fulfillment',
	fulfils: 'fulfills',
	honour: 'honor',
	initialise: 'initialize',
	judgement: 'judgment',
	labelled: 'labeled',
	licence: 'license',
	normalise: 'normalize',
	normalised: 'normalized',
	organisation: 'organization',
	recognise: 'recognize',
	recognised: 'recognized',
	recognises: 'recognizes',
	serialise: 'serialize',
	whilst: 'while',
};

const TERMS = {
	'aside queue': 'dead-letter queue',
	'change log': 'changelog',
	'e-mail': 'email',
	'e-mails': 'emails',
	'once key': 'idempotency key',
	'out of words': 'prefix',
	'time-out': 'timeout',
	'time-outs': 'timeouts',
	'worked off': 'processed',
};

const PHRASES = {
	'a second effect': 'not idempotent',
	anew: 'again',
	'as it came': 'unchanged',
	'at the least': 'at least',
	'at the most': 'at most',
	'begin with': 'start with',
	'begins with': 'starts with',
	'by itself': 'automatically',
	'by themselves': 'automatically',
	'come again': 'are redelivered',
	'comes again': 'is redelivered',
	'for ever': 'forever',
	'go on': 'continue',
	'goes on': 'continues',
	'is told': 'is reported',
	'are told': 'are reported',
	nobody: 'no one, or better the subject of an active sentence',
	'of its own': 'separate',
	'of their own': 'separate',
	'one a line': 'one per line',
	'stand in': 'are in',
	'stands in': 'is in',
	surely: 'certainly',
	'the same of': 'the same for',
	'to the letter': 'exactly',
	'unless told': 'by default',
	'what became of': 'the result of',
};

const SPACE = '[\\s*/#]+';
const entries = Object.entries({ ...AMERICAN, ...TERMS, ...PHRASES });

/** These words show that a noun is missing: "n8n instance" or "n8n node". */
const AFTER_N8N = '(and|at|beside|has|in|is|of|or|that|to|which|with|without)';

module.exports = [
	...entries.map(([phrase, better]) => [phrase.replaceAll(' ', SPACE), better]),
	[`(an|this)${SPACE}n8n${SPACE}${AFTER_N8N}`, '$1 n8n instance $2'],
];
