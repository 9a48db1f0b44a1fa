import { lineOf, pairings } from './hosts';

const NEWEST = lineOf(pairings[pairings.length - 1]!.n8n);

/** Explains the measurements to operators of an older n8n. Paragraphs of docs/compatibility.md. */
export const differences: string[] = [
	`**Error output.** n8n 2.20 and earlier do not recognize a failed item by its JSON, as n8n ${NEWEST} does. The node marks
it, so a failed payment always goes to the Error output.`,
	`**When Workflow Finishes.** n8n 2.20 and earlier do not notify a node when an execution ends. There the trigger uses n8n's
internal hook, so the event of a failed execution is redelivered in every version.`,
	`**Publishing.** Earlier versions register the webhook before the response. n8n ${NEWEST} responds first, and then tries up
to five times. The trigger works with both.`,
	`**Node.js.** n8n 1.123 allows Node.js 20, but did not start there: its dependency isolated-vm has no binary for it.
The package itself is tested with Node.js 20.`,
	`**Responses.** A redelivery is *ignored* when this process has already received the event. When both overlap, n8n
starts a second execution, which drops the event in its first step. The response is then the usual one.`,
	`**Immediately.** n8n 1.123 responds just before it records the execution. If it dies in those milliseconds, the event
is lost. The table cannot show this. *When Workflow Finishes* avoids it.`,
	`**Manual retry.** n8n 1.123 does not say which execution a retry repeats. For an execution without an event, the
retry sends nothing and reports an unknown outcome, unless the node had already run in it. Check the service, then
run the workflow for the rest.`,
	`**Called workflows.** n8n 1.123 does not tell a called workflow that a person started the first one. In queue mode
such an execution is not coordinated with workers. So do not start one manually while a worker uses the same keys.`,
	`**Not checked:** queue mode and PostgreSQL with earlier versions. The reliability tests cover them with n8n ${NEWEST}.`,
];
