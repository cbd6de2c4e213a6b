// The icons of buttons. Each has a label for screen readers.
import type { ReactNode } from 'react';

function Icon({ size = 18, children }: { size?: number; children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const CloseIcon = () => (
  <Icon>
    <path d="M5 5l10 10M15 5L5 15" />
  </Icon>
);

export const MenuIcon = () => (
  <Icon size={20}>
    <path d="M3 5.5h14M3 10h14M3 14.5h14" />
  </Icon>
);

/** Two sliders. */
export const SettingsIcon = () => (
  <Icon>
    <path d="M3 6.5h8M15.5 6.5H17M3 13.5h1.5M9 13.5h8" />
    <circle cx="13.2" cy="6.5" r="2.1" />
    <circle cx="6.8" cy="13.5" r="2.1" />
  </Icon>
);

/** Two sheets. */
export const CopyIcon = () => (
  <Icon size={15}>
    <rect x="7" y="7" width="10" height="10" rx="2" />
    <path d="M13 7V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h2" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon size={15}>
    <path d="M4 10.5l4 4 8-9" />
  </Icon>
);
