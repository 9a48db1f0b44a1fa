import { isRecord } from '../shared/json';
import { MISCONFIGURED, RATE_LIMITED, TEMPORARY, wordsOfFirst, type Cause, type Words } from './causes';
import type { Connection } from './connection';
import type { HttpResponse } from './http';
import { adviceOnNotFound } from './notFound';
import { retryAfter } from './rateLimit';
import type { OperationRequest, Policy } from './request';
import { ended, fieldProblems, serviceWords } from './serviceWords';

/** A response that is not a success, and its request. */
export interface Answered {
	/** The response without keys and secrets. */
	answer: HttpResponse;
	request: OperationRequest;
	connection: Connection;
	/** The longest single wait that the request accepts, in milliseconds. */
	maximumWait: number;
	/** Whether a repeat might not be idempotent. */
	mayHaveActed: boolean;
}

interface Seen extends Answered {
	status: number;
	/** The message of the service. */
	said: string;
	/** The message of the service as the second sentence of ours. */
	tail: string;
	/** The operation's advice for this error. */
	own: string;
}

const NOT_THE_SERVICE =
	'The response is not JSON, so it may come from a proxy or another website. Check the base URL in the credential.';

const isSuccess = ({ status }: Seen) => status >= 200 && status < 300;

/** The meanings of a response. The first one that matches counts. */
const CAUSES: ReadonlyArray<Cause<Seen>> = [
	{
		when: (seen) =>
			isSuccess(seen) && seen.request.policy.effect === 'read' && seen.answer.text.trim() === '',
		words: ({ status }) => ({
			message: `The service returned an empty response (status ${status})`,
			advice: 'A proxy may have responded instead. Check the base URL in the credential, then run it again.',
			failure: TEMPORARY,
		}),
	},
	{
		when: (seen) => isSuccess(seen) && !isStrange(seen),
		words: ({ status, tail, own }) => ({
			message: `The service did not confirm the change (status ${status})${tail}`,
			advice: own,
		}),
	},
	{
		when: isSuccess,
		words: ({ answer: { headers, text } }) => ({
			message:
				/html/i.test(headers['content-type'] ?? '') || /^\s*</.test(text)
					? 'Received a web page instead of an API response'
					: 'The response could not be read as JSON',
			advice: NOT_THE_SERVICE,
			failure: MISCONFIGURED,
		}),
	},
	{
		when: ({ own }) => own !== '',
		words: ({ own, said, answer }) => ({
			message: `The service rejected the request: ${said}`,
			advice: [own, ...fieldProblems(answer.body).map(ended)].join(' '),
		}),
	},
	{
		when: ({ status }) => status >= 300 && status < 400,
		words: ({ answer }) => ({
			message: `The service redirected the request to ${answer.headers.location ?? 'another address'}`,
			advice:
				'Your API key is not sent to another address. Enter the final address as base URL in the credential.',
			failure: MISCONFIGURED,
		}),
	},
	{
		when: ({ status }) => status === 407,
		words: ({ connection }) => ({
			message: 'The proxy of n8n requires a username and password (status 407)',
			advice: `Add them to HTTPS_PROXY or HTTP_PROXY (http://user:password@host:port), or add the host of ${connection.baseUrl} to NO_PROXY. The request did not reach the service.`,
			failure: MISCONFIGURED,
		}),
	},
	{
		when: (seen) => (seen.status === 401 || seen.status === 403) && isStrange(seen),
		words: ({ status, connection }) => ({
			message: `The request was blocked, probably by a proxy or firewall (status ${status})`,
			advice: `The response is not from the service. Ask the operator of the proxy or firewall to let n8n reach ${connection.baseUrl}. Check also the base URL in the credential.`,
			failure: MISCONFIGURED,
		}),
	},
	{
		when: ({ status }) => status === 400 || status === 422,
		words: (seen) => ({
			message: `The service rejected the values${seen.tail || ' and gave no reason'}`,
			advice: isStrange(seen)
				? NOT_THE_SERVICE
				: [...fieldProblems(seen.answer.body).map(ended), 'Correct the values, then run it again.'].join(' '),
		}),
	},
	{
		when: ({ status }) => status === 401,
		words: ({ said }) => ({
			message: 'The service did not accept the API key',
			advice: `Create a new key in the dashboard's developer area, under the project API tab, and enter it in the credential.${quoted(said)}`,
			failure: { cause: 'credential-invalid' },
		}),
	},
	{
		when: ({ status }) => status === 403,
		words: ({ said, tail, request: { policy } }) => ({
			message: `The API key is not allowed to do this${tail}`,
			// An operation that knows which key it needs has better advice.
			advice: policy.advice?.['403'] === undefined ? adviceOnRefusal(said, policy) : '',
			failure: MISCONFIGURED,
		}),
	},
	{
		when: ({ status }) => status === 404,
		words: ({ tail, answer, request, connection }) => ({
			message: `The requested record was not found${tail}`,
			advice: adviceOnNotFound(answer.body, request, connection, request.policy.advice?.['404']),
		}),
	},
	{
		when: ({ status }) => status === 409,
		words: ({ said, tail }) => ({
			message: `The service reported a conflict${tail}`,
			advice: `${said ? '' : 'The record may exist already, or another change was faster. '}Compare the record in the service with the values you sent.`,
		}),
	},
	{
		when: ({ status }) => status === 429,
		words: (seen) => ({
			message: 'The service is receiving too many requests',
			advice: `${describeLimit(seen)}${quoted(seen.said)} Lower the option "Concurrent Requests", raise "Maximum Wait per Retry", or try again later.`,
			failure: RATE_LIMITED,
		}),
	},
	{
		when: ({ status }) => status >= 500,
		words: (seen) => ({
			message: `The service could not process the request (status ${seen.status})${seen.tail}`,
			advice: isStrange(seen) ? NOT_THE_SERVICE : seen.mayHaveActed ? '' : 'Try again later.',
			failure: TEMPORARY,
		}),
	},
	{
		when: () => true,
		words: ({ status, tail }) => ({
			message: `The service responded with status ${status}${tail}`,
			advice: 'Check the values you entered, and ask the operator of the service what this status means.',
		}),
	},
];

/** The words for a response. What the operation says about a status comes before the general words. */
export function answerWords(answered: Answered): Words {
	const { answer, request } = answered;
	const { status, body } = answer;
	const { advice } = request.policy;
	const said = serviceWords(body);
	const tail = said && `: ${said}`;
	const seen = { ...answered, status, said, tail, own: adviceFor(advice, body) };
	const words = withShortTitle(wordsOfFirst(CAUSES, seen), said);
	// The advice for a 404 depends on the service's message.
	const own = status === 404 ? undefined : advice?.[String(status)];
	return own === undefined ? words : { ...words, advice: `${own} ${words.advice}`.trim() };
}

/** The title of n8n's panel has room for this and for the outcome before it. In characters. */
const LONGEST_TITLE = 90;

/** Moves a long message of the service below the title. */
function withShortTitle(words: Words, said: string): Words {
	const { message, advice } = words;
	const end = `: ${said}`;
	if (message.length <= LONGEST_TITLE || !message.endsWith(end)) return words;
	return { ...words, message: message.slice(0, -end.length), advice: `${quoted(said)} ${advice}`.trim() };
}

/** The operation's advice for an error word. The service sends the word as `error` or as `message`. */
export function adviceFor(advice: Policy['advice'] = {}, body: unknown): string {
	const words = isRecord(body) ? [body.error, body.message] : [];
	const known = words.find((word) => typeof word === 'string' && Object.hasOwn(advice, word)) as
		string | undefined;
	return (known !== undefined && advice[known]) || '';
}

function quoted(said: string): string {
	return said && ` The service says: "${said.replace(/\.$/, '')}".`;
}

/** What to do about a key without permission. If the service says why, its words are enough. */
function adviceOnRefusal(said: string, { permission }: Policy): string {
	const rights = 'A key has the rights of the user who created it, in its own realm.';
	const [named] = /\b[a-z]+:(read|write)\b/.exec(said) ?? [];
	if (named !== undefined) return `Give the key the permission ${named}. ${rights}`;
	if (/\b(permission|scope|realm)s?\b/i.test(said)) return rights;
	const needed = permission ? `, most likely ${permission}` : '';
	return `Use a key of this realm that has the required permission${needed}. A key has the rights of the user who created it.`;
}

/** Whether the response has text that is not JSON, so it is probably not from the service. */
function isStrange({ answer: { body, text } }: Answered): boolean {
	return body === undefined && text !== '';
}

function describeLimit({ answer, maximumWait }: Answered): string {
	const asked = retryAfter(answer, Date.now()) ?? 0;
	return asked > maximumWait
		? `It asks to wait ${Math.ceil(asked / 1000)} seconds, which is longer than this request may wait.`
		: 'The rate limit was still exceeded at the last attempt.';
}
