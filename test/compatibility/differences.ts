/** Explains the measurements to operators of an older n8n. Paragraphs of docs/compatibility.md. */
export const differences: string[] = [
	`**The Error output.** n8n 2.20 and older recognise a failed item by other marks than n8n 2.41. The node sets both, so a
failed payment takes the Error output in each of them.`,
	`**When finished.** n8n 2.20 and older offer nodes no way to hear of the end of an execution. The trigger uses what n8n
itself uses there, so an event whose run failed comes again in each of them.`,
	`**Publishing.** An older n8n has registered the webhook, or refused to publish, when it answers; n8n 2.41 answers first
and tries up to five times afterwards. The trigger does the same in both.`,
	`**Node.js.** n8n 1.123 allows Node.js 20, and its dependency isolated-vm brings no binary for it: n8n itself did
not start there when it was tried. The package's own code is tested with Node.js 20.`,
	`**Answers.** A repeat is *ignored* when this process has taken the event already; when the two overlap, n8n starts an
execution for the repeat too, which drops it in its first step, and the answer is that of any delivery.`,
	`**On receipt.** n8n 1.123 answers a delivery just before it records the run, which the count above, taken from outside,
is too slow to see: an n8n that dies in those milliseconds loses the event. *When finished* closes that gap.`,
	`**Retry by hand.** n8n 1.123 does not say which execution a retry repeats. So a retry there sends nothing that no event
started, unless the node had run in the execution before, and reports the outcome as unknown. Look in the service, then
run the workflow for what is left.`,
	`**Called workflows.** n8n 1.123 does not tell a called workflow that a person started the first one. In queue mode, such
a run takes no turns with workers, so do not start one by hand while a worker handles the same keys.`,
	`**Not looked at here:** queue mode and PostgreSQL with an older n8n. With n8n 2.41 the reliability tests do.`,
];
