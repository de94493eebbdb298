"""Notices by Web Push: subscriptions of browsers, the encryption of messages, and their delivery."""
