import type { ProblemFacts } from '../errors';
import { isRecord } from '../shared/json';
import { listed } from '../shared/listed';
import type { Connection } from './connection';
import {
	CANCELED,
	certificateFault,
	NO_TURN,
	OVERSIZED,
	TIMED_OUT,
	type HttpResponse,
	type HttpResult,
} from './http';
import { isDoneAlready, isSuccess } from './outcome';
import { retryAfter } from './rateLimit';
import type { OperationRequest, Policy } from './request';

/** A result that is not what was asked for, and its request. */
export interface Failure {
	/** Without keys and secrets. */
	result: HttpResult;
	request: OperationRequest;
	connection: Connection;
	/** The longest single wait that the request accepts, in milliseconds. */
	maximumWait: number;
	/** Whether the user can set the options of the request, so that the advice may name them. */
	hasOptions: boolean;
	/** Whether the request may have acted, and a repeat would act again. */
	isUnsure: boolean;
}

type Seen = ReturnType<typeof see>;
type Text = string | ((seen: Seen) => string);

/** One cause of a failure, with its words. */
interface Cause {
	when: (seen: Seen) => boolean;
	message: Text;
	advice: Text;
	/** The cause in n8n's terms. */
	failure?: ProblemFacts['failure'];
	/** Whether the same request may succeed later. By default, as `failure` says. */
	mayPass?: true;
}

const TEMPORARY = { cause: 'temporarily-unavailable' } as const;
const MISCONFIGURED = { cause: 'configuration-invalid' } as const;
const RATE_LIMITED = { cause: 'rate-limited' } as const;

const NOT_THE_SERVICE =
	'The response is not JSON, so it may come from a proxy or another website. Check the base URL in the credential.';

const NO_CONNECTION: Omit<Cause, 'when'> = {
	message: ({ connection }) =>
		`Could not connect to the service at ${connection.baseUrl || 'an empty address'}`,
	advice: ({ reason }) =>
		`Check the base URL in the credential and the network or proxy settings of n8n. The system says: ${ended(reason)}`,
};

/** Why a request failed: first why no response came, then what a response means. The first cause that matches counts. */
const CAUSES: readonly Cause[] = [
	{
		when: ({ code }) => code === CANCELED,
		message: 'The execution was canceled',
		advice: '',
		mayPass: true,
	},
	{
		when: ({ code }) => code === NO_TURN,
		message: 'Not sent: this request waited too long in the queue',
		advice: ({ hasOptions }) =>
			`Too many requests wait for this realm. Run fewer workflows at a time${hasOptions ? ', or raise the option "Maximum Total Wait (Seconds)"' : ''}.`,
		failure: RATE_LIMITED,
	},
	{
		when: ({ code }) => certificateFault(code) === 'untrusted',
		message: 'The certificate of the service was not accepted: n8n does not trust it',
		// From n8n's documentation: "Configure n8n to use your own certificate authority or self-signed certificate".
		advice: ({ systemSays }) =>
			`A proxy or your organization may have issued it. If you trust it, mount its folder at /opt/custom-certificates (Docker) or set NODE_EXTRA_CA_CERTS to its file. Then restart all n8n processes. ${systemSays}`,
		failure: MISCONFIGURED,
	},
	{
		when: ({ code }) => certificateFault(code) === 'outdated',
		message: 'The certificate of the service was not accepted: it has expired or is not valid yet',
		advice: ({ systemSays }) =>
			`Check the clock of n8n. If it is right, ask the operator of the service to renew the certificate. ${systemSays}`,
		failure: MISCONFIGURED,
	},
	{
		when: ({ code }) => certificateFault(code) === 'unfit',
		message: 'The certificate of the service was not accepted: it is for another host, or not in order',
		advice: ({ systemSays }) =>
			`Check the host name of the base URL in the credential. If it is right, ask the operator of the service. ${systemSays}`,
		failure: MISCONFIGURED,
	},
	{
		when: ({ reached, code }) => reached === 'never' && code === 'ENOTFOUND',
		...NO_CONNECTION,
		failure: MISCONFIGURED,
	},
	{ when: ({ reached }) => reached === 'never', ...NO_CONNECTION, failure: TEMPORARY },
	{
		when: ({ code }) => code === OVERSIZED,
		message: ({ reason }) => `The response cannot be processed: ${reason}`,
		advice: 'Ask for fewer records at a time, or ask the operator of the service.',
	},
	{
		when: ({ code }) => code === 'ECONNABORTED' || code === TIMED_OUT,
		message: 'The service did not respond in time',
		advice: ({ hasOptions }) =>
			`It may be overloaded or unreachable. ${hasOptions ? 'If it needs longer, raise the option "Timeout (Seconds)".' : 'Try again later, or ask its operator.'}`,
		failure: TEMPORARY,
	},
	{
		when: ({ result }) => result.kind === 'networkError',
		message: 'The connection was lost before the response was complete',
		advice: ({ systemSays }) => `The network or a proxy may have closed it. Check both. ${systemSays}`,
		failure: TEMPORARY,
	},
	{
		when: ({ isAccepted, text, request }) =>
			isAccepted && request.policy.effect === 'read' && text.trim() === '',
		message: ({ status }) => `The service returned an empty response (status ${status})`,
		advice: 'A proxy may have responded instead. Check the base URL in the credential, then run it again.',
		failure: TEMPORARY,
	},
	{
		when: ({ isAccepted }) => isAccepted,
		message: ({ status, tail }) => `The service did not confirm the change (status ${status})${tail}`,
		advice: ({ own, isUnsure }) =>
			own || (isUnsure ? '' : 'Look at the record in the dashboard of the service.'),
	},
	{
		when: ({ status }) => status >= 200 && status < 300,
		message: ({ isPage }) =>
			isPage ? 'Received a web page instead of an API response' : 'The response could not be read as JSON',
		advice: NOT_THE_SERVICE,
		failure: MISCONFIGURED,
	},
	{
		when: ({ own }) => own !== '',
		message: ({ said }) => `The service rejected the request: ${said}`,
		advice: ({ own, fields }) => `${own} ${fields}`,
	},
	{
		when: ({ status }) => status >= 300 && status < 400,
		message: ({ headers }) =>
			`The service redirected the request to ${headers.location ?? 'another address'}`,
		advice:
			'Your API key is not sent to another address. Enter the final address as base URL in the credential.',
		failure: MISCONFIGURED,
	},
	{
		when: ({ status }) => status === 407,
		message: 'The proxy of n8n requires a username and password (status 407)',
		advice: ({ connection }) =>
			`Add them to HTTPS_PROXY or HTTP_PROXY (http://user:password@host:port), or add the host of ${connection.baseUrl} to NO_PROXY. The request did not reach the service.`,
		failure: MISCONFIGURED,
	},
	{
		when: ({ status, isStrange }) => isStrange && (status === 401 || status === 403),
		message: ({ status }) => `The request was blocked, probably by a proxy or firewall (status ${status})`,
		advice: ({ connection }) =>
			`The response is not from the service. Ask the operator of the proxy or firewall to let n8n reach ${connection.baseUrl}. Check also the base URL in the credential.`,
		failure: MISCONFIGURED,
	},
	{
		when: ({ status }) => status === 400 || status === 422,
		message: ({ tail }) => `The service rejected the values${tail || ' and gave no reason'}`,
		advice: ({ isStrange, fields }) =>
			isStrange ? NOT_THE_SERVICE : `${fields} Correct the values, then run it again.`,
	},
	{
		when: ({ status }) => status === 401,
		message: 'The service did not accept the API key',
		advice: ({ said }) =>
			`Create a new key in the dashboard's developer area, under the project API tab, and enter it in the credential. ${quoted(said)}`,
		failure: { cause: 'credential-invalid' },
	},
	{
		when: ({ status }) => status === 403,
		message: ({ tail }) => `The API key is not allowed to do this${tail}`,
		advice: ({ said, request }) => adviceOnRefusal(said, request.policy),
		failure: MISCONFIGURED,
	},
	{
		when: ({ status }) => status === 404,
		message: ({ tail }) => `The requested record was not found${tail}`,
		advice: ({ request, connection }) => adviceOnNotFound(request, connection),
	},
	{
		when: ({ result, request }) =>
			request.policy.refusesRepeats === true && result.kind === 'response' && isDoneAlready(result),
		message: ({ said }) => `Nothing changed: ${said}`,
		advice: 'Look at the record in the dashboard of the service.',
	},
	{
		when: ({ status }) => status === 409,
		message: ({ tail }) => `The service reported a conflict${tail}`,
		advice: ({ said }) =>
			`${said ? '' : 'The record may exist already, or another change was faster. '}Compare the record in the service with the values you sent.`,
	},
	{
		when: ({ status }) => status === 429,
		message: 'The service is receiving too many requests',
		advice: (seen) =>
			`${describeLimit(seen)} ${quoted(seen.said)} ${seen.hasOptions ? 'Lower the option "Concurrent Requests", raise "Maximum Wait per Retry", or try again later.' : 'Try again later.'}`,
		failure: RATE_LIMITED,
	},
	{
		when: ({ status }) => status >= 500,
		// "Could not process" would read as if nothing was changed.
		message: ({ status, tail, isUnsure }) =>
			isUnsure
				? `The service answered with error ${status}${tail}`
				: `The service could not process the request (status ${status})${tail}`,
		advice: ({ isStrange, isUnsure }) => (isStrange ? NOT_THE_SERVICE : isUnsure ? '' : 'Try again later.'),
		failure: TEMPORARY,
	},
	{
		when: () => true,
		message: ({ status, tail }) => `The service responded with status ${status}${tail}`,
		advice: ({ isStrange }) =>
			isStrange
				? NOT_THE_SERVICE
				: 'Check the values you entered, and ask the operator of the service what this status means.',
	},
];

const EMPTY = {
	code: '',
	reason: '',
	reached: 'perhaps',
	status: 0,
	headers: {} as HttpResponse['headers'],
	text: '',
	body: undefined as unknown,
};

/** A failure as the table reads it. What its result does not have is empty. */
function see(failure: Failure) {
	const result = { ...EMPTY, ...failure.result };
	const { body, text, reason, headers } = result;
	const said = serviceWords(body);
	return {
		...result,
		...failure,
		/** The message of the service. */
		said,
		/** The message of the service as the second sentence of ours. */
		tail: said && `: ${said}`,
		/** The service's words about single fields. */
		fields: fieldProblems(body),
		/** The operation's advice for the error word of the service. */
		own: adviceFor(failure.request.policy.advice, body),
		systemSays: `The system says of ${failure.connection.baseUrl}: ${ended(reason)}`,
		isAccepted: isSuccess(failure.result),
		/** Whether the response has text that is not JSON, so it is probably not from the service. */
		isStrange: body === undefined && text !== '',
		isPage: /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(text),
	};
}

/** The title of n8n's panel has room for this and for the outcome before it. In characters. */
const LONGEST_TITLE = 90;

/** What happened, and what the user can do. What the operation says about a status comes before the general words. */
export function failureWords(failure: Failure) {
	const seen = see(failure);
	const { request, status, said, tail } = seen;
	const { failure: cause, mayPass, ...texts } = CAUSES.find(({ when }) => when(seen))!;
	const write = (text: Text) => (typeof text === 'string' ? text : text(seen));
	const message = write(texts.message);
	// A long message of the service stands below the title.
	const isLong = message.length > LONGEST_TITLE && said !== '' && message.endsWith(tail);
	const own = seen.isStrange ? undefined : request.policy.advice?.[status];
	const parts = [own, isLong ? quoted(said) : '', write(texts.advice)];
	return {
		message: isLong ? message.slice(0, -tail.length) : message,
		advice: parts.join(' ').replace(/\s+/g, ' ').trim(),
		failure: cause,
		mayPass: mayPass ?? (cause === TEMPORARY || cause === RATE_LIMITED),
	};
}

/** The operation's advice for an error word. The service sends the word as `error` or as `message`. */
export function adviceFor(advice: Policy['advice'] = {}, body: unknown): string {
	const words = isRecord(body) ? [body.error, body.message] : [];
	const known = words.find((word): word is string => typeof word === 'string' && Object.hasOwn(advice, word));
	return (known !== undefined && advice[known]) || '';
}

/** What to do about a key without permission. Guesses at one only where neither service nor operation says more. */
function adviceOnRefusal(said: string, { permission, advice }: Policy): string {
	if (advice?.['403'] !== undefined) return '';
	const rights = 'A key has the rights of the user who created it, in its own realm.';
	const [named] = /\b[a-z]+:(read|write)\b/.exec(said) ?? [];
	if (named !== undefined) return `Give the key the permission ${named}. ${rights}`;
	if (/\b(permission|scope|realm)s?\b/i.test(said))
		return `Check the realm ID, or use a key of this realm with more rights. ${rights}`;
	const needed = permission ? `, most likely ${permission}` : '';
	return `Use a key of this realm that has the required permission${needed}. ${rights}`;
}

/** Names all that the request asked for, because any of it may be missing. */
function adviceOnNotFound({ path, names, whenNotFound }: OperationRequest, { baseUrl }: Connection): string {
	const records = names?.() ?? [];
	const labels = records.map(({ label, id }) => (id === undefined ? `"${label}"` : `"${label}" (${id})`));
	const check = `Check ${listed(labels) || 'the IDs in this path'}, and the base URL ${baseUrl} in the credential.`;
	const more = new Set([...records.map(({ advice }) => advice), whenNotFound]);
	return [`Requested: ${path.text}.`, check, ...more].filter(Boolean).join(' ');
}

function describeLimit({ result, maximumWait, hasOptions }: Failure): string {
	const asked = (result.kind === 'response' && retryAfter(result, Date.now())) || 0;
	if (asked > maximumWait)
		return `It asks to wait ${Math.ceil(asked / 1000)} seconds, which is longer than this request may wait.`;
	// Without options there is no retry worth a word.
	return hasOptions ? 'The rate limit was still exceeded at the last attempt.' : '';
}

function quoted(said: string): string {
	return said && `The service says: "${said.replace(/\.$/, '')}".`;
}

const LONGEST_QUOTE = 500;

/** The most fields that a message lists. The response has them all. */
const MOST_FIELDS = 20;

/**
 * The service's message in an error body: `{error}`, `{message, error}` or `{error, message, details}`, where
 * `message` may be null. Empty for other bodies (nothing, HTML, another shape).
 */
export function serviceWords(body: unknown): string {
	if (!isRecord(body)) return '';
	const [error = '', message = ''] = [body.error, body.message].map(plainText);
	// "Forbidden" and "Not Found" only name the status. The message beside them says more.
	const namesStatus = /^[A-Z][a-z]+( [A-Z][a-z]+)*$/.test(error);
	return shorten(message && error && !namesStatus ? `${error}: ${message}` : message || error);
}

/** The service's words about single fields. `details` is `{field, issue}` or a map from field to issue. */
function fieldProblems(body: unknown): string {
	const details = isRecord(body) ? body.details : undefined;
	if (!isRecord(details)) return '';
	const { field, issue } = details;
	const all = typeof field === 'string' ? [[field, issue] as const] : Object.entries(details);
	const shown = all
		.slice(0, MOST_FIELDS)
		.map(([name, about]) => ended(shorten(`${name}: ${plainText(about)}`)));
	if (all.length > MOST_FIELDS) shown.push(`And ${all.length - MOST_FIELDS} more.`);
	return shown.join(' ');
}

/** The text as a sentence, with one period at its end. */
function ended(text: string): string {
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function plainText(value: unknown): string {
	return typeof value === 'string' ? value.trim() : value === null ? '' : (JSON.stringify(value) ?? '');
}

function shorten(words: string): string {
	const line = words.replace(/\s+/g, ' ');
	return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line;
}
