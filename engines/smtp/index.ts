/** How a message leaves: to a mail server, or into a folder where there is none. */

export { DeliveryFailed, type Message } from './message.ts';
export { outboxTransport } from './outbox.ts';
export { smtpTransport } from './smtp.ts';
