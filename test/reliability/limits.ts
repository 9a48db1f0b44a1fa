import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { runTask } from '../../scripts/lib/progress';
import type { EffectRecorder } from '../harness/http/effectRecorder';
import { settled } from '../harness/n8n/executions';
import { post, type Answer } from '../harness/http/receiver';
import type { Row } from './report';
import { eventBody, sign, type Target } from '../harness/deliveries/sender';
import { AS_INSTALLED, withN8n, type ReliabilityContext } from './environment';
import { publishCounting } from './workflow';

const MEBIBYTE = 1024 * 1024;
/** n8n's default for N8N_PAYLOAD_SIZE_MAX. */
const LIMIT = 16 * MEBIBYTE;
const TIMEOUT_MS = 60_000;
const SETTLE_TIMEOUT_MS = 60_000;
const SLOW_SENDERS = 20;
const SLOW_PIECES = 20;
const SLOW_PAUSE_MS = 250;

/** A request and its expected result. */
interface Attempt {
	name: string;
	/** The event that it delivers, when an effect is expected. */
	number?: number;
	expected: number[];
	send: () => Promise<Answer>;
}

/** Bodies around n8n's size limit, slow senders and many at once: every request gets the right response. */
export async function limits(context: ReliabilityContext): Promise<Row[]> {
	return await withN8n(
		context,
		async (environment) => {
			const { client } = environment.n8n;
			const { recorder } = environment;
			const { workflow, target } = await publishCounting(environment);
			const rows: Row[] = [];
			const groups: Array<[string, Attempt[], (attempts: Attempt[]) => Promise<Answer[]>]> = [
				['Bodies around the limit of 16 MiB', bodies(target), oneByOne],
				[`${SLOW_SENDERS} slow senders`, slowSenders(target), together],
				[`${context.senders} senders at once`, manySenders(target, context.senders), together],
			];
			for (const [title, attempts, sendAll] of groups) {
				const startedAt = Date.now();
				const answers = await runTask(title, async () => {
					const all = await sendAll(attempts);
					await settled(client, workflow.id, recorder, SETTLE_TIMEOUT_MS);
					return all;
				});
				rows.push(rowOf(title, attempts, answers, recorder, (Date.now() - startedAt) / 1000));
			}
			return rows;
		},
		AS_INSTALLED,
	);
}

function rowOf(
	scenario: string,
	attempts: Attempt[],
	answers: Answer[],
	recorder: Pick<EffectRecorder, 'reportsOf'>,
	seconds: number,
): Row {
	const statuses = new Map<number, number>();
	for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
	const numbers = attempts.flatMap(({ number }) => (number === undefined ? [] : [number]));
	const times = numbers.map((number) => recorder.reportsOf(number).length);
	const wrong = attempts.flatMap(({ name, expected }, index) => {
		const status = answers[index]?.status ?? 0;
		return expected.includes(status)
			? []
			: [`${name}: ${status || 'no response'}, not ${expected.join(' or ')}`];
	});
	const lost = times.filter((count) => count === 0).length;
	const doubled = times.filter((count) => count > 1).length;
	return {
		scenario,
		events: numbers.length,
		deliveries: attempts.length,
		exactlyOnce: times.filter((count) => count === 1).length,
		lost,
		doubled,
		statuses,
		latencies: answers.map(({ milliseconds }) => milliseconds),
		seconds,
		broken: [
			...wrong.slice(0, 10),
			...(lost > 0 ? [`${lost} events lost`] : []),
			...(doubled > 0 ? [`${doubled} events doubled`] : []),
		],
		notes: [],
	};
}

function bodies(target: Target): Attempt[] {
	const of = (name: string, number: number, size: number, expected: number[], isGenuine = true): Attempt => {
		const body = padded(number, target.realmId, size);
		const headers = headersFor(body, isGenuine ? target.secret : 'not the secret');
		return {
			name,
			number: expected.includes(200) ? number : undefined,
			expected,
			send: async () => await post({ url: urlOf(target), headers, body, timeout: TIMEOUT_MS }),
		};
	};
	const bomb = gzipSync(Buffer.alloc(64 * MEBIBYTE, ' '));
	return [
		of('1 MiB', 1, MEBIBYTE, [200]),
		of('just below the limit', 2, LIMIT - 1, [200]),
		of('at the limit', 3, LIMIT, [200]),
		// n8n refuses these itself, before it calls the trigger.
		of('one byte above', 4, LIMIT + 1, [413, 500]),
		of('twice the limit', 5, 2 * LIMIT, [413, 500]),
		of('at the limit, forged', 6, LIMIT, [401], false),
		of('above the limit, forged', 7, LIMIT + 1, [413, 500], false),
		{
			name: '64 MiB compressed to a few kilobytes',
			expected: [400, 401, 413, 500],
			send: async () => {
				const headers = { ...headersFor(bomb, target.secret), 'content-encoding': 'gzip' };
				return await post({ url: urlOf(target), headers, body: bomb, timeout: TIMEOUT_MS });
			},
		},
	];
}

function slowSenders(target: Target): Attempt[] {
	return Array.from({ length: SLOW_SENDERS }, (_, index) => {
		const number = 100 + index;
		const isGenuine = index % 2 === 0;
		const body = Buffer.from(eventBody(number, target.realmId));
		return {
			name: `slow sender ${index + 1}`,
			number: isGenuine ? number : undefined,
			expected: [isGenuine ? 200 : 401],
			send: async () =>
				await trickle(urlOf(target), body, headersFor(body, isGenuine ? target.secret : 'not the secret')),
		};
	});
}

function manySenders(target: Target, count: number): Attempt[] {
	return Array.from({ length: count }, (_, index) => {
		const number = 1_000 + index;
		const body = eventBody(number, target.realmId);
		const headers = headersFor(body, target.secret);
		return {
			name: `sender ${index + 1}`,
			number,
			expected: [200],
			send: async () => await post({ url: urlOf(target), headers, body, timeout: TIMEOUT_MS }),
		};
	});
}

async function oneByOne(attempts: Attempt[]): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (const { send } of attempts) answers.push(await send());
	return answers;
}

async function together(attempts: Attempt[]): Promise<Answer[]> {
	return await Promise.all(attempts.map(async ({ send }) => await send()));
}

/** Sends the body in small pieces with pauses, like a phone on a slow connection. */
async function trickle(url: string, body: Buffer, headers: http.OutgoingHttpHeaders): Promise<Answer> {
	const startedAt = performance.now();
	return await new Promise((resolve) => {
		const settle = (status: number) =>
			resolve({ status, milliseconds: performance.now() - startedAt, text: '' });
		const length = { 'content-length': String(body.length) };
		const sent = { method: 'POST', headers: { ...headers, ...length }, agent: false };
		const request = http.request(url, sent, (response) => {
			response.resume();
			response.on('end', () => settle(response.statusCode ?? 0));
			response.on('error', () => settle(0));
		});
		request.on('error', () => settle(0));
		request.setTimeout(TIMEOUT_MS, () => request.destroy());
		void writeSlowly(request, body);
	});
}

async function writeSlowly(request: http.ClientRequest, body: Buffer): Promise<void> {
	const piece = Math.ceil(body.length / SLOW_PIECES);
	for (let from = 0; from < body.length; from += piece) {
		request.write(body.subarray(from, from + piece));
		await sleep(SLOW_PAUSE_MS);
	}
	request.end();
}

function urlOf({ urls }: Target): string {
	return urls[0] ?? '';
}

function headersFor(body: Buffer | string, secret: string): http.OutgoingHttpHeaders {
	return { 'content-type': 'application/json', 'x-service-signature': sign(body, secret) };
}

/** An event whose body has exactly `size` bytes. */
function padded(number: number, realmId: string, size: number): string {
	const event = JSON.parse(eventBody(number, realmId)) as { data: Record<string, unknown> };
	event.data.filler = '';
	const bare = JSON.stringify(event).length;
	event.data.filler = 'f'.repeat(size - bare);
	return JSON.stringify(event);
}
