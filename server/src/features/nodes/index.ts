export { announceNode, readNode } from './credentials.ts';
export { awayAfterSeconds, describeDeployment, listProgress, type NodeProgress, refusalWords } from './deployment.ts';
export { serveNodes } from './routes.ts';
export { sweepFeed } from './sweep.ts';
