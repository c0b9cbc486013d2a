'use client'

// A client component: server components can pass it to Mantine's `component`, unlike next/link itself.
export { default as Link } from 'next/link'
