import type { ReactNode } from 'react'

/** Decorative: whatever shows one also says in words what it means. */
function Icon({ size = 16, children }: { size?: number; children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

interface IconProps {
  size?: number
}

export const SunIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1" />
  </Icon>
)

export const MoonIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z" />
  </Icon>
)

export const ScreenIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="3" y="4.5" width="18" height="12" rx="2" />
    <path d="M9 20h6" />
  </Icon>
)

export const SearchIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </Icon>
)

export const ShelfIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M3 12h18M3 20h18M6 12V7h4v5M14 12V5h4v7M7 20v-4h4v4" />
  </Icon>
)

export const UnpluggedIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M9 3v4M15 3v4M6.5 7h11v3a5.5 5.5 0 0 1-11 0ZM12 15.5V18M12 21h.01" />
  </Icon>
)
