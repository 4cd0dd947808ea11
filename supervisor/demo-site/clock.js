const said = document.querySelector('#time');
try {
  const reply = await fetch('/api/time');
  const { now } = await reply.json();
  const cache = reply.headers.get('x-cache') ?? 'straight from the origin';
  said.textContent = `The origin last said ${new Date(now).toLocaleTimeString()} (${cache}).`;
} catch {
  said.textContent = 'The origin did not say.';
}
