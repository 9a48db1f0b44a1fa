import { certificateFault } from './certificateFault';
import type { Connection } from './connection';
import { hideIn, hiderOf, type Hide } from './hide';
import {
	CANCELLED,
	OVERSIZED,
	TIMED_OUT,
	type HttpResponse,
	type HttpResult,
	type NetworkError,
} from './http';
import { isRecord } from '../shared/json';
import type { Outcome } from '../errors/outcome';
import { adviceOnNotFound } from './notFound';
import { outcomeOf } from './outcome';
import { retryAfter } from './rateLimit';
import type { ApiRequest, OperationRequest, Policy } from './request';
import type { Problem } from '../errors/serviceProblem';
import { secretLines } from '../shared/secretLines';
import { ended, fieldProblems, serviceWords } from './serviceWords';

interface Circumstances {
	result: HttpResult;
	request: OperationRequest;
	outcome: Outcome;
	connection: Connection;
	/** The longest single wait that the request puts up with, in milliseconds. */
	maximumWait: number;
}

/**
 * Puts a request that did not succeed into words: what happened, what to do, and, for a request that changes
 * something, whether it may have been applied. Quotes the service, never a key or secret.
 */
export function describeProblem(circumstances: Circumstances): Problem {
	const { outcome, connection, request } = circumstances;
	const { effect } = circumstances.request.policy;
	const hide = hiderFor(connection, request);
	// Hidden before anything is cut short: a part of a key would not be found.
	const result = hidden(circumstances.result, hide);
	const { message, advice, failure } =
		result.kind === 'networkError'
			? describeFault(result, circumstances)
			: describeAnswer(result, circumstances);
	const isRepeat = effect === 'replace' && outcome === 'unknown' && outcomeOf(result) === 'notApplied';
	const description = [
		hide(advice),
		effect === 'once' ? OUTCOME_WORDS[outcome] : '',
		isRepeat ? MAY_BE_DONE : '',
	]
		.filter(Boolean)
		.join(' ');
	const isUnsure = mayHaveActed(circumstances);
	return {
		message: isUnsure
			? `${hide(message).replace(/\.$/, '')}; the request may have been applied`
			: hide(message),
		description,
		outcome,
		status: result.kind === 'response' ? result.status : undefined,
		details: result.kind === 'response' ? result.body : undefined,
		failure,
	};
}

/** The same result without secrets. Nothing is shown of what is far too long. */
function hidden(result: HttpResult, hide: Hide): HttpResult {
	if (result.kind === 'networkError') return { ...result, reason: hide(result.reason) };
	const { text, body } = result;
	return { ...result, body: text.length > MAX_DETAILS_LENGTH ? null : hideIn(body, hide) };
}

/** Whether another try might take effect a second time. */
function mayHaveActed({ request, outcome }: Circumstances): boolean {
	return request.policy.effect === 'once' && outcome === 'unknown';
}

/** What each outcome of a change means for whoever would send it again. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
	applied: 'The service reported success, so do not send it again.',
	notApplied: 'Nothing was changed in the service, so it is safe to run it again.',
	unknown:
		'It cannot be known from here whether the service acted on it. Look in the service before you run it again, or it may take effect twice.',
};

/** Of what is sent again on its own: such as a removal, of which the second try finds nothing any more. */
const MAY_BE_DONE =
	'An earlier try of this request had no clear answer, and may have done it: look in the service.';

interface Words {
	message: string;
	advice: string;
	failure?: Problem['failure'];
}

function describeFault({ reached, code, reason }: NetworkError, { connection }: Circumstances): Words {
	const host = connection.baseUrl || 'an empty address';
	const failure: Words['failure'] = { cause: 'temporarily-unavailable' };
	if (code === CANCELLED) return { message: 'The execution was cancelled', advice: '' };
	if (code === NO_TURN) {
		return {
			message: 'Too many requests wait for their turn, so this one was not sent',
			advice: 'Run fewer workflows at a time, or raise "Maximum Total Wait (Seconds)" of a node that has it.',
			failure: { cause: 'rate-limited' },
		};
	}
	const certificate = certificateFault(code);
	if (certificate) {
		return {
			message: `The certificate of the service at ${host} was not accepted: ${certificate.problem}`,
			advice: `${certificate.advice} The system says: ${ended(reason)}`,
			failure: { cause: 'configuration-invalid' },
		};
	}
	if (reached === 'never') {
		return {
			message: `No connection to the service at ${host} could be made`,
			advice: `Check the base URL in the credential, and that this n8n can reach it, through its proxy if it has one. The system says: ${ended(reason)}`,
			failure: code === 'ENOTFOUND' ? { cause: 'configuration-invalid' } : failure,
		};
	}
	if (code === OVERSIZED) {
		return {
			message: `The answer cannot be taken: ${reason}`,
			advice: 'Ask for fewer records at a time, or ask the operator of the service.',
		};
	}
	if (code === 'ECONNABORTED' || code === TIMED_OUT) {
		return {
			message: 'The service did not answer in time',
			advice: 'It may be overloaded or unreachable just now.',
			failure,
		};
	}
	return {
		message: 'The connection to the service broke off before its answer was complete',
		advice: `The system says: ${ended(reason)}`,
		failure,
	};
}

/** The words for an answer, with what the operation has to say of its status before what is said of any. */
function describeAnswer(answer: HttpResponse, circumstances: Circumstances): Words {
	const words = describeStatus(answer, circumstances);
	// What is said of a 404 depends on what the service says of it itself.
	const own =
		answer.status === 404 ? undefined : circumstances.request.policy.advice?.[String(answer.status)];
	return own === undefined ? words : { ...words, advice: `${own} ${words.advice}`.trim() };
}

/** What an operation advises on an error word, whether the service sends it as `error` or as `message`. */
export function adviceFor(advice: Policy['advice'] = {}, body: unknown): string {
	const words = isRecord(body) ? [body.error, body.message] : [];
	const known = words.find((word) => typeof word === 'string' && Object.hasOwn(advice, word)) as
		string | undefined;
	return (known !== undefined && advice[known]) || '';
}

function describeStatus(answer: HttpResponse, circumstances: Circumstances): Words {
	const { request, connection } = circumstances;
	const { policy } = request;
	const { status, body } = answer;
	const words = serviceWords(body);
	const said = words ? ` It says: "${words.replace(/\.$/, '')}".` : '';
	const tail = words ? `: ${words}` : '';

	const ownAdvice = adviceFor(policy.advice, body);
	if (status >= 200 && status < 300) {
		return policy.effect === 'read' && answer.text.trim() === ''
			? describeEmptyAnswer(status)
			: describeStrangeSuccess(answer, tail, ownAdvice);
	}
	if (ownAdvice) {
		const advice = [ownAdvice, ...fieldProblems(body).map(ended)].join(' ');
		return { message: `The service refused it: ${words}`, advice };
	}
	if (status >= 300 && status < 400) {
		return {
			message: `The service redirected the request to ${answer.headers.location ?? 'another address'}`,
			advice:
				'The key is not sent on to another address. Enter the final address as base URL in the credential.',
			failure: { cause: 'configuration-invalid' },
		};
	}
	if (status === 407) {
		return {
			message: 'The proxy of this n8n asks for a user name and password (status 407)',
			advice: `Give them in n8n's HTTPS_PROXY or HTTP_PROXY, as http://user:password@host:port, or name the host of ${connection.baseUrl} in NO_PROXY. The request did not reach the service.`,
			failure: { cause: 'configuration-invalid' },
		};
	}
	if ((status === 401 || status === 403) && isStrange(answer)) {
		return {
			message: `Something else than the service refused the request (status ${status})`,
			advice: `A proxy or firewall on the way may have: ask whoever runs it to let this n8n reach ${connection.baseUrl}. Or the base URL in the credential is another site's.`,
			failure: { cause: 'configuration-invalid' },
		};
	}
	switch (status) {
		case 400:
		case 422:
			return {
				message: `The service refused the values${tail || ' without saying why'}`,
				advice: isStrange(answer)
					? NOT_THE_SERVICE
					: [...fieldProblems(body).map(ended), 'Check the fields of this node.'].join(' '),
			};
		case 401:
			return {
				message: 'The service did not accept the API key',
				advice: `Create a new key in the dashboard's developer area, under the project API tab, and enter it in the credential.${said}`,
				failure: { cause: 'credential-invalid' },
			};
		case 403:
			return {
				message: `The API key is not allowed to do this${tail}`,
				// Whoever knows better which key it takes says so instead.
				advice: policy.advice?.['403'] === undefined ? adviceOnRefusal(words, policy) : '',
				failure: { cause: 'configuration-invalid' },
			};
		case 404:
			return {
				message: `The service did not find what was asked for${tail}`,
				advice: adviceOnNotFound(body, request, connection, policy.advice?.['404']),
			};
		case 409:
			return {
				message: `The service reports a conflict${tail}`,
				advice: words ? 'Look at the record in the service.' : 'The record may have been changed already.',
			};
		case 429:
			return {
				message: 'The service is receiving too many requests',
				advice: `${describeLimit(answer, circumstances)}${said} Run fewer requests at a time or try again later.`,
				failure: { cause: 'rate-limited' },
			};
	}
	if (status >= 500) {
		return {
			message: `The service had a fault of its own (status ${status})${tail}`,
			advice: isStrange(answer) ? NOT_THE_SERVICE : mayHaveActed(circumstances) ? '' : 'Try again later.',
			failure: { cause: 'temporarily-unavailable' },
		};
	}
	return {
		message: `The service answered with status ${status}${tail}`,
		advice: 'Check the fields of this node.',
	};
}

/** What to do about a key that is not allowed to. Where the service says why, nothing is guessed beside it. */
function adviceOnRefusal(words: string, { permission }: Policy): string {
	const rights = 'A key can do what the user who created it can do, in its own realm.';
	const [named] = /\b[a-z]+:(read|write)\b/.exec(words) ?? [];
	if (named !== undefined) return `Give the key the permission ${named}. ${rights}`;
	if (/\b(permission|scope|realm)s?\b/i.test(words)) return rights;
	const needed = permission ? `, most likely ${permission},` : '';
	return `The key needs the permission for it${needed} and must belong to the same realm. A key can do what the user who created it can do.`;
}

/** Whether the answer says something, and not in the way of the service. */
function isStrange({ body, text }: HttpResponse): boolean {
	return body === undefined && text !== '';
}

function describeLimit(answer: HttpResponse, { maximumWait }: Circumstances): string {
	const asked = retryAfter(answer, Date.now()) ?? 0;
	return asked > maximumWait
		? `It asks to wait ${Math.ceil(asked / 1000)} seconds, longer than this request may wait.`
		: 'Its limit was still exceeded at the last try.';
}

/** The code of a request that was not sent because it had waited long enough for its turn. */
export const NO_TURN = 'ERR_NO_TURN';

const NOT_THE_SERVICE =
	'The answer was not JSON, so it may come from a proxy or from another site: check the base URL in the credential.';

function describeEmptyAnswer(status: number): Words {
	return {
		message: `The service answered with status ${status} and nothing in it`,
		advice:
			'Something on the way, such as a proxy, may have answered in its place. Run it again, and check the base URL in the credential.',
		failure: { cause: 'temporarily-unavailable' },
	};
}

function describeStrangeSuccess(
	{ status, headers, text, body }: HttpResponse,
	tail: string,
	advice: string,
): Words {
	if (body !== undefined || text === '') {
		return {
			message: `The service answered with status ${status} and did not confirm the change${tail}`,
			advice,
		};
	}
	const isHtml = /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(text);
	return {
		message: isHtml
			? "A web page came back in place of the service's answer"
			: 'The answer could not be read as JSON',
		advice: NOT_THE_SERVICE,
		failure: { cause: 'configuration-invalid' },
	};
}

/**
 * A longer answer is not shown: it is no answer of the service, it would fill the execution data of every item that got
 * it, and to look through a megabyte for secrets holds n8n up for tenths of a second.
 */
const MAX_DETAILS_LENGTH = 128 * 1024;

const known = new WeakMap<Connection, Hide>();

/** Replaces every key and secret that the service, or a fault, might quote back. */
export function hiderFor(connection: Connection, request?: ApiRequest): Hide {
	const sent = secretsIn(request?.body);
	if (sent.length > 0) return hiderOf([...connection.secrets, ...sent]);
	const hide = known.get(connection) ?? hiderOf(connection.secrets);
	known.set(connection, hide);
	return hide;
}

/** Names of what nobody should read, such as `secret`, `webhookSecret`, `client_secret`, `password` and `apiKey`. */
const SECRET_NAME =
	/(secret|password|passphrase|api[_-]?key|private[_-]?key|(access|refresh|auth)[_-]?token)$/i;

/** The secrets that a body holds, however deep. Its levels are bounded where it is read. */
function secretsIn(value: unknown, name = ''): string[] {
	if (typeof value === 'string') return SECRET_NAME.test(name) ? secretLines(value) : [];
	if (Array.isArray(value)) return value.flatMap((one) => secretsIn(one, name));
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([key, held]) => secretsIn(held, key));
}
