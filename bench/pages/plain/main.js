import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

// The least that React can do: a form with two fields and a button.
const field = (name, type) => createElement('label', null, name, createElement('input', { name, type }));
createRoot(document.getElementById('root')).render(
  createElement(
    'form',
    null,
    field('E-mail', 'email'),
    field('Password', 'password'),
    createElement('button', { type: 'submit' }, 'Sign in'),
  ),
);
