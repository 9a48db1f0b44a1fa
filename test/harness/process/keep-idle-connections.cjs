/**
 * Preloaded into n8n's process, and into Jest's. A server of Node.js ends a connection that was idle for some seconds. A
 * client that was busy until then sends its next request on that connection, and gets no response. Here a server ends
 * no idle connection. The client does that.
 */
'use strict';

const { subscribe } = require('node:diagnostics_channel');

subscribe('http.server.request.start', ({ server }) => {
	server.keepAliveTimeout = 0;
});
