export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#0f766e"/>
  <path d="M7 11.5 16 18l9-6.5" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>
  <path d="m11 21 3.5 3.5L22 17.5" fill="none" stroke="#99f6e4" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`;
