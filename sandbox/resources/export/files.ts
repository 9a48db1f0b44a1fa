import type { FastifyInstance } from 'fastify';
import { notFound } from '../../base/errors';
import type { World } from '../../base/world';
import { exportFile, exportRecord } from './exports';

/** The addresses of `blobUrl`. They are outside of the API and need no key. */
export function addFileRoute(app: FastifyInstance, world: World): void {
	app.get<{ Params: { fileName: string } }>('/files/:fileName', (request, reply) => {
		const { fileName } = request.params;
		const job = [...world.state.exports.values()].find(
			(candidate) => exportRecord(candidate, '').fileName === fileName,
		);
		if (!job) throw notFound('There is no such file.');
		if (request.logged) request.logged.acted = true;
		return reply
			.type(job.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
			.header('content-disposition', `attachment; filename="${fileName}"`)
			.send(exportFile(job));
	});
}
