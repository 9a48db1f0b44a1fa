import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import type { CDPSession, Page } from 'playwright-core';

interface Taken {
	file: string;
	/** Seconds since 1970. */
	at: number;
}

/** How long the last picture stays. */
const END_SECONDS = 3;
const FRAMES_A_SECOND = 25;

/**
 * Records a page over the DevTools protocol. Playwright's own recording needs a program that comes only with its own
 * browsers. This one takes the browser's pictures, and uses Debian's ffmpeg if it is installed.
 */
export class Recorder {
	private readonly taken: Taken[] = [];

	private constructor(
		private readonly session: CDPSession,
		private readonly folder: string,
	) {}

	/** @param folder An empty folder. The pictures are stored in its folder `frames`. */
	static async start(page: Page, folder: string): Promise<Recorder> {
		fs.mkdirSync(path.join(folder, 'frames'), { recursive: true });
		const session = await page.context().newCDPSession(page);
		const recorder = new Recorder(session, folder);
		session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
			recorder.keep(Buffer.from(data, 'base64'), metadata.timestamp ?? Date.now() / 1000);
			session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
		});
		const size = page.viewportSize();
		await session.send('Page.startScreencast', {
			format: 'jpeg',
			quality: 85,
			maxWidth: size?.width,
			maxHeight: size?.height,
		});
		return recorder;
	}

	/** @returns the path of the video, or without ffmpeg of a page that plays the pictures */
	async stop(): Promise<string> {
		await this.session.send('Page.stopScreencast');
		await this.session.detach();
		if (this.taken.length === 0) throw new Error('The browser gave no picture of the page.');
		return this.encode() ?? this.writePlayer();
	}

	private keep(picture: Buffer, at: number): void {
		const file = path.join('frames', `${String(this.taken.length + 1).padStart(6, '0')}.jpg`);
		fs.writeFileSync(path.join(this.folder, file), picture);
		this.taken.push({ file, at });
	}

	/** Each picture with its time on screen. The browser sends a picture only after a change. */
	private durations(): Array<{ file: string; seconds: number }> {
		return this.taken.map(({ file, at }, index) => {
			const next = this.taken[index + 1];
			return { file, seconds: next ? Math.max(0, next.at - at) : END_SECONDS };
		});
	}

	private encode(): string | undefined {
		const list = path.join(this.folder, 'frames.txt');
		const lines = this.durations().flatMap(({ file, seconds }) => [
			`file '${file}'`,
			`duration ${seconds.toFixed(4)}`,
		]);
		fs.writeFileSync(list, `${lines.join('\n')}\n`);
		const video = path.join(this.folder, 'video.mp4');
		const size = 'scale=trunc(iw/2)*2:trunc(ih/2)*2';
		const { error, status, stderr } = spawnSync(
			'ffmpeg',
			[
				...['-y', '-loglevel', 'error', '-f', 'concat', '-i', list],
				...[
					'-vf',
					size,
					'-r',
					String(FRAMES_A_SECOND),
					'-c:v',
					'libx264',
					'-preset',
					'veryfast',
					'-crf',
					'24',
				],
				...['-pix_fmt', 'yuv420p', '-movflags', '+faststart', video],
			],
			{ encoding: 'utf8' },
		);
		if (error && 'code' in error && error.code === 'ENOENT') return undefined;
		if (error) throw error;
		if (status !== 0) throw new Error(`ffmpeg could not make the video: ${stderr}`);
		return video;
	}

	private writePlayer(): string {
		const page = path.join(this.folder, 'video.html');
		fs.writeFileSync(
			page,
			`<!doctype html>
<meta charset="utf-8" />
<title>The recorded pictures</title>
<body style="margin:0;background:#111"><img id="picture" style="width:100vw;height:100vh;object-fit:contain" alt="" /></body>
<script>
	const pictures = ${JSON.stringify(this.durations())};
	const show = (index) => {
		const { file, seconds } = pictures[index % pictures.length];
		document.getElementById('picture').src = file;
		setTimeout(show, seconds * 1000, index + 1);
	};
	show(0);
</script>
`,
		);
		return page;
	}
}
