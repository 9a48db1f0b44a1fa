/** n8n refuses one cron expression with several seconds, but accepts several expressions. */
export const EVERY_TEN_SECONDS = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};
