"""The reference: pages of HTML from ctorch_api.json and from what `ctorch-gen show` prints."""
