(() => {
  const saved = localStorage.getItem('mantine-color-scheme-value');
  const dark = saved === 'dark' || (saved !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  const preloads = /*PRELOADS*/ [];
  const path = location.pathname.replace(/(.)\/$/, '$1');
  const signedIn = localStorage.getItem('token') !== null;
  const matched = preloads.find((rule) => rule.signedIn === signedIn && new RegExp(rule.path).test(path));
  for (const file of matched?.files ?? []) {
    const link = document.createElement('link');
    link.href = `/${file}`;
    if (file.endsWith('.css')) {
      link.rel = 'preload';
      link.as = 'style';
      // As Vite's own loader asks for it, or the browser would fetch it twice.
      link.crossOrigin = '';
    } else {
      link.rel = 'modulepreload';
    }
    document.head.append(link);
  }
})();
