import { MISCONFIGURED, RATE_LIMITED, TEMPORARY, wordsOfFirst, type Cause, type Words } from './causes';
import { certificateFault } from './certificateFault';
import { CANCELLED, NO_SLOT, OVERSIZED, TIMED_OUT, type NetworkError } from './http';
import { ended } from './serviceWords';

interface Fault extends Pick<NetworkError, 'reached' | 'code' | 'reason'> {
	/** The address of the service. */
	host: string;
}

/** Why no response came. The first cause that matches counts. */
const CAUSES: ReadonlyArray<Cause<Fault>> = [
	{
		when: ({ code }) => code === CANCELLED,
		words: () => ({ message: 'The execution was canceled', advice: '', mayPass: true }),
	},
	{
		when: ({ code }) => code === NO_SLOT,
		words: () => ({
			message: 'Not sent: this request waited too long in the queue',
			advice:
				'Too many requests wait for this realm. Run fewer workflows at a time, or raise the option "Maximum Total Wait (Seconds)".',
			failure: RATE_LIMITED,
		}),
	},
	{
		when: ({ code }) => certificateFault(code) !== undefined,
		words: ({ code, host, reason }) => {
			const { problem, advice } = certificateFault(code)!;
			return {
				message: `The certificate of the service was not accepted: ${problem}`,
				advice: `${advice} The system says of ${host}: ${ended(reason)}`,
				failure: MISCONFIGURED,
			};
		},
	},
	{
		when: ({ reached }) => reached === 'never',
		words: ({ host, reason, code }) => ({
			message: `Could not connect to the service at ${host}`,
			advice: `Check the base URL in the credential and the network or proxy settings of n8n. The system says: ${ended(reason)}`,
			failure: code === 'ENOTFOUND' ? MISCONFIGURED : TEMPORARY,
		}),
	},
	{
		when: ({ code }) => code === OVERSIZED,
		words: ({ reason }) => ({
			message: `The response cannot be processed: ${reason}`,
			advice: 'Ask for fewer records at a time, or ask the operator of the service.',
		}),
	},
	{
		when: ({ code }) => code === 'ECONNABORTED' || code === TIMED_OUT,
		words: () => ({
			message: 'The service did not respond in time',
			advice:
				'It may be overloaded or unreachable. If it needs longer, raise the option "Timeout (Seconds)".',
			failure: TEMPORARY,
		}),
	},
	{
		when: () => true,
		words: ({ reason }) => ({
			message: 'The connection was lost before the response was complete',
			advice: `The network or a proxy may have closed it. Check both. The system says: ${ended(reason)}`,
			failure: TEMPORARY,
		}),
	},
];

/** @param baseUrl of the service */
export function faultWords({ reached, code, reason }: NetworkError, baseUrl: string): Words {
	return wordsOfFirst(CAUSES, { reached, code, reason, host: baseUrl || 'an empty address' });
}
