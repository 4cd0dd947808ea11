import { nodeRoutes } from '@headwater/contract/nodes/routes';
import { ControlPlane } from '../../lib/control-plane.ts';
import { UsageOutbox } from '../../lib/usage-outbox.ts';
import type { LogPosition } from '../access-log.ts';
import { rotateLog } from '../log-rotation.ts';
import { type EdgeUsage, UsageCounter } from '../usage.ts';

// The counting part of the agent as a program of its own, to be killed: FOLDER ACCESS_LOG CONTROL_URL.
const [folder = '', accessLog = '', controlUrl = ''] = process.argv.slice(2);
const outbox = new UsageOutbox<LogPosition, EdgeUsage>(folder, nodeRoutes.reportUsage);
const rotation = { accessLog, pidFile: '/nonexistent', rotateBytes: 40_000, keptFiles: 2 };
const options = { accessLog, everyMs: 10, quietMs: 60, rotate: (after: number) => rotateLog(rotation, after) };
const counter = new UsageCounter(options, outbox);
await counter.load();
const { signal } = new AbortController();
await Promise.all([counter.run(signal), outbox.run(new ControlPlane(controlUrl, 'secret'), signal)]);
