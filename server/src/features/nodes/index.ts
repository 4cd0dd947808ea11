export { announceNode, readNode } from './credentials.ts';
export { awayAfterSeconds, describeDeployment, listProgress, type NodeProgress } from './deployment.ts';
export { serveNodes } from './routes.ts';
export { sweepFeed } from './sweep.ts';
