/// @file
/// @brief Reads what a program writes on both of its outputs, for as long as it runs, and keeps a bounded part.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace lockstep {

/// An open file, which is closed with it.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  int get() const { return fd_; }
  void reset(int fd) {
    close();
    fd_ = fd;
  }
  void close();

 private:
  int fd_ = -1;
};

/// The reading end, which does not block, and the writing end; neither is passed on to programs.
struct Pipe {
  Descriptor read, write;
  Pipe();  ///< @throws std::system_error
};

/// The head and the tail of a text that may have no end.
class KeptText {
 public:
  explicit KeptText(std::size_t most_bytes) : half_(most_bytes / 2) {}
  void append(std::string_view text);

  /// All of it, or its two ends, at most as many bytes as were asked for, with a line between them that says how much is left out.
  std::string text() const;

 private:
  std::size_t half_;
  std::string head_, tail_;
  std::size_t left_out_ = 0;  // bytes, between the two
};

/// Reads what is there, at most 1 MiB; closes the pipe at its end.
void drain(Descriptor& pipe, KeptText& kept);

/// Both outputs of one program.
class OutputPipes {
 public:
  explicit OutputPipes(std::size_t most_bytes) : out_text_(most_bytes), err_text_(most_bytes) {}

  int out() const { return out_.write.get(); }  ///< for the program
  int err() const { return err_.write.get(); }
  void close_writing_ends();  ///< once the program has them

  /// Reads until the child ends, or until `must_stop`, asked at least every 10 ms, says so. The child is not reaped.
  /// @return whether it ended
  bool read_until_end(pid_t child, const std::function<bool()>& must_stop);
  void read();  ///< what is there

  std::string out_text() const { return out_text_.text(); }
  std::string err_text() const { return err_text_.text(); }

 private:
  Pipe out_, err_;
  KeptText out_text_, err_text_;
};

}  // namespace lockstep
