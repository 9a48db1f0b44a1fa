// Compresses a tarball again, with zopfli, which finds a smaller form than zlib. It is a separate process, because
// @gfx/zopfli ends its process at any unhandled rejection.
import fs from 'node:fs';
import { gunzipSync } from 'node:zlib';

import zopfli from '@gfx/zopfli';

const [, , tarball] = process.argv;
const content = gunzipSync(fs.readFileSync(tarball));
const compressed = await zopfli.gzipAsync(content, { numiterations: 3 });
if (!gunzipSync(compressed).equals(content)) throw new Error(`zopfli changed the content of ${tarball}.`);
fs.writeFileSync(tarball, compressed);
